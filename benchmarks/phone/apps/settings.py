"""Settings: every switch and choice of the phone, and what each app may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks.phone.app import App
from benchmarks.phone.apps.calendar import ZONES
from benchmarks.phone.context import Context
from benchmarks.phone.system import INSTALLED
from benchmarks.phone.ui.controls import Field, Search
from benchmarks.phone.ui.dialogs import cancel
from benchmarks.phone.ui.widgets import Icon, Item, Radio, Screen, Switch, Text, Widget

if TYPE_CHECKING:
    from benchmarks.phone.world import World

app = App("settings", "Settings", "gear", "#5f6b7a")


class Setting(NamedTuple):
    """One setting: a switch without options ("on", "off"), a text with options None, else a choice."""

    key: str
    label: str
    default: str
    options: tuple[tuple[str, str], ...] | None = ()


def _same(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, name) for name in names)


PERCENT = tuple((str(n), f"{n}%") for n in range(0, 101, 10))
SECTIONS: dict[str, tuple[str, tuple[Setting, ...]]] = {
    "Network": (
        "wifi",
        (
            Setting("wifi", "Wi-Fi", "on"),
            Setting("bluetooth", "Bluetooth", "off"),
            Setting("airplane_mode", "Airplane mode", "off"),
            Setting("mobile_data", "Mobile data", "on"),
            Setting("roaming", "Data roaming", "off"),
            Setting("hotspot", "Hotspot", "off"),
        ),
    ),
    "Sound": (
        "speaker",
        (
            Setting("ring_volume", "Ring volume", "60", PERCENT),
            Setting("media_volume", "Media volume", "40", PERCENT),
            Setting("alarm_volume", "Alarm volume", "80", PERCENT),
            Setting("vibrate", "Vibrate", "on"),
            Setting("ringtone", "Ringtone", "Classic", _same("Classic", "Marimba", "Harp", "Rain")),
            Setting("do_not_disturb", "Do not disturb", "off"),
        ),
    ),
    "Display": (
        "sun",
        (
            Setting("brightness", "Brightness", "50", PERCENT),
            Setting("dark_mode", "Dark mode", "off"),
            Setting("font_size", "Font size", "Medium", _same("Small", "Medium", "Large")),
            Setting("screen_timeout", "Screen timeout", "1 min", _same("30 s", "1 min", "5 min", "Never")),
            Setting("auto_rotate", "Auto-rotate", "on"),
        ),
    ),
    "Language and time": (
        "globe",
        (
            Setting(
                "language",
                "Language",
                "English",
                _same("English", "Deutsch", "Français", "Português", "中文", "العربية"),
            ),
            Setting("time_zone", "Time zone", "Europe/London", ZONES),
            Setting("first_weekday", "First day of the week", "Monday", _same("Monday", "Saturday", "Sunday")),
            Setting("temperature", "Temperature", "°C", _same("°C", "°F")),
        ),
    ),
    "Privacy": (
        "lock",
        (
            Setting("location", "Location", "on"),
            Setting("screen_lock", "Screen lock", "PIN", _same("None", "PIN", "Password", "Fingerprint")),
            Setting("usage_data", "Send usage data", "on"),
            Setting("personal_ads", "Personal ads", "on"),
            Setting("lock_previews", "Previews on the lock screen", "on"),
        ),
    ),
    "Battery": (
        "battery",
        (
            Setting("battery_saver", "Battery saver", "off"),
            Setting("battery_percentage", "Show percentage", "on"),
            Setting("slow_charging", "Slow charging at night", "off"),
        ),
    ),
    "About": (
        "info",
        (Setting("device_name", "Device name", "My phone", None), Setting("auto_update", "Automatic updates", "on")),
    ),
}
SETTINGS = {setting.key: setting for _, settings in SECTIONS.values() for setting in settings}


@app.screen
def main(context: Context) -> Screen:
    """Sections; with a text in the search, settings of all sections."""
    query = str(context.get("query", "")).casefold()
    if query:
        found = [_widget(context, s) for s in SETTINGS.values() if query in s.label.casefold()]
        return Screen("Settings", [Search(), *(found or [Text("empty", "Nothing found", "caption")])])
    rows = [Item(f"section:{name}", name, icon=icon, on_tap=section(name)) for name, (icon, _) in SECTIONS.items()]
    return Screen(
        "Settings", [Search(), *rows, Item("section:Permissions", "Permissions", icon="lock", on_tap=permissions())]
    )


@app.screen
def section(context: Context, name: str) -> Screen:
    """The settings of a section."""
    return Screen(name, [_widget(context, setting) for setting in SECTIONS[name][1]])


@app.screen
def permissions(context: Context) -> Screen:
    """What each app may use."""
    rows = context.db.rows("SELECT * FROM permissions ORDER BY app")
    return Screen(
        "Permissions",
        [
            Switch(
                f"permission:{row['app']}",
                INSTALLED[row["app"]].label,
                row["state"] == "allowed",
                allow(row["app"]),
                f"May access {row['permission']}",
            )
            for row in rows
        ],
    )


@app.screen
def options(context: Context, key: str) -> Screen:
    """The options of one setting."""
    setting = SETTINGS[key]
    current = context.settings[key]
    rows = [
        Radio(f"{key}:{value}", label, value == current, choose(key, value)) for value, label in setting.options or ()
    ]
    return Screen(setting.label, rows, footer=[cancel()], dialog=True)


@app.screen
def text(context: Context, key: str) -> Screen:
    """The text of one setting."""
    run = write(key)
    return Screen(
        SETTINGS[key].label,
        [Field("value", SETTINGS[key].label, context.settings[key], on_enter=run)],
        actions=[Icon("save", "Save", "check", run)],
    )


@app.action
def switch(context: Context, key: str) -> None:
    """Turn a setting on or off."""
    context.db.update("settings", key, value="off" if context.settings[key] == "on" else "on")


@app.action
def choose(context: Context, key: str, value: str) -> None:
    """Set a setting to one of its options."""
    context.back()
    context.db.update("settings", key, value=value)


@app.action
def write(context: Context, key: str) -> None:
    """Set a setting to a text."""
    value = context.form["value"].strip()
    if not context.rejects(value="" if value else "Enter a text"):
        context.db.update("settings", key, value=value)
        context.back()
        context.toast("Saved")


@app.action
def allow(context: Context, name: str) -> None:
    """Allow an app its access, or deny it."""
    state = context.db.value("SELECT state FROM permissions WHERE app = ?", name)
    context.db.update("permissions", name, state="denied" if state == "allowed" else "allowed")


def _widget(context: Context, setting: Setting) -> Widget:
    value = context.settings[setting.key]
    if setting.options is None:
        return Item(setting.key, setting.label, value, on_tap=text(setting.key))
    if not setting.options:
        return Switch(setting.key, setting.label, value == "on", switch(setting.key))
    return Item(setting.key, setting.label, dict(setting.options).get(value, value), on_tap=options(setting.key))


@app.generator
def fill(world: World) -> None:
    """Every setting at its default or, for some, at another value."""
    changed = world.ints(0, 4, len(SETTINGS))
    values = {
        s.key: s.default if changed[i] or not s.options else s.options[changed[i - 1] % len(s.options)][0]
        for i, s in enumerate(SETTINGS.values())
    }
    values |= {"time_zone": world.zone}
    world.add("settings", ("key", "value"), values.items())
