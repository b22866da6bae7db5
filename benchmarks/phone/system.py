"""What is there before any app: home screen, launcher, notification shade, permission dialogs, pop-ups."""

from __future__ import annotations

from benchmarks.phone.app import App, Command
from benchmarks.phone.clock import day_text, time_text, when_text
from benchmarks.phone.context import Context, due
from benchmarks.phone.schema import Table
from benchmarks.phone.ui.dialogs import back
from benchmarks.phone.ui.widgets import Button, Grid, Heading, Icon, Item, Screen, Switch, Text, Widget, rows_or

TABLES = (
    Table("settings", "key TEXT PRIMARY KEY, value TEXT NOT NULL"),
    Table(
        "permissions",
        "app TEXT PRIMARY KEY, permission TEXT NOT NULL,"
        " state TEXT NOT NULL CHECK (state IN ('allowed', 'ask', 'denied'))",
    ),
    Table(
        "notifications",
        "id INTEGER PRIMARY KEY AUTOINCREMENT, app TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,"
        " at INTEGER NOT NULL, target INTEGER",
        quiet=("*",),
    ),
    Table(
        "popups",
        "id INTEGER PRIMARY KEY AUTOINCREMENT, due INTEGER NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,"
        " shown INTEGER NOT NULL DEFAULT 0",
        quiet=("*",),
    ),
    Table(
        "faults",
        "action TEXT PRIMARY KEY, remaining INTEGER NOT NULL CHECK (remaining >= 0),"
        " mode TEXT NOT NULL DEFAULT 'failed' CHECK (mode IN ('failed', 'lost', 'late'))",
        quiet=("*",),
    ),
)

home = App("home", "Home", "home", "#3b4a6b", TABLES)
system = App("system", "System", "", "")

INSTALLED: dict[str, App] = {}
"""Apps on the phone, by id, in the order of the launcher. Filled by `benchmarks.phone.apps`."""
DOCK = ("phone", "messages", "mail", "calendar")
QUICK = (
    ("wifi", "Wi-Fi"),
    ("bluetooth", "Bluetooth"),
    ("airplane_mode", "Airplane mode"),
    ("do_not_disturb", "Do not disturb"),
)


@home.screen
def main(context: Context) -> Screen:
    """Clock, apps, and the dock."""
    now = context.local(context.now)
    others = [app for app in INSTALLED.values() if app.id not in DOCK][:12]
    body: list[Widget] = [
        Text("clock", time_text(now), "code"),
        Text("date", day_text(now.date()), "body"),
        Grid([_icon(app) for app in others], 4, 100),
    ]
    dock = Grid([_icon(INSTALLED[name]) for name in DOCK if name in INSTALLED], 4, 100)
    everything = Button("all-apps", "All apps", launcher(), look="plain")
    return Screen("", body, footer=[everything, dock], bar=False)


@home.screen
def launcher(_: Context) -> Screen:
    """Every app."""
    apps = sorted(INSTALLED.values(), key=lambda app: app.label)
    return Screen("All apps", [Grid([_icon(app) for app in apps], 4, 100)])


@home.action
def start(context: Context, app: str) -> None:
    """Tap on an icon."""
    launch(context, app)


def launch(context: Context, app: str) -> None:
    """Bring an app to the front and ask for its permission when that is still open."""
    context.launch(app)
    state = context.db.value("SELECT state FROM permissions WHERE app = ?", app)
    if state == "ask":
        context.over(permission(app))


@system.screen
def permission(_: Context, app: str) -> Screen:
    """The dialog of a first launch."""
    name = INSTALLED[app]
    text = f"Allow {name.label} to access {name.permission}?"
    buttons = Grid(
        [
            Button("deny", "Don't allow", decide(app, "denied"), look="outlined"),
            Button("allow", "Allow", decide(app, "allowed")),
        ],
        2,
    )
    return Screen("Permission", [Text("message", text)], footer=[buttons], dialog=True)


@system.action
def decide(context: Context, app: str, state: str) -> None:
    """Answer the permission dialog."""
    context.back()
    context.db.update("permissions", app, state=state)


def blocked(app: App) -> Screen:
    """What an app shows while it lacks its permission."""
    text = f"{app.label} needs access to {app.permission}. You can allow it in Settings, Permissions."
    body: list[Widget] = [Text("message", text), Button("open-settings", "Open settings", open_permissions())]
    return Screen(app.label, body)


@system.action
def open_permissions(context: Context) -> None:
    """From a blocked app to the settings."""
    context.launch("settings", Command("settings.permissions"))


@system.screen
def popup(_: Context, title: str, text: str) -> Screen:
    """A pop-up over everything."""
    return Screen(title, [Text("message", text)], footer=[Button("dismiss", "Dismiss", back())], dialog=True)


@due("SELECT min(due) FROM popups WHERE shown = 0")
def show_popup(context: Context) -> None:
    """The next pop-up that a world has planned."""
    row = context.db.row("SELECT * FROM popups WHERE shown = 0 ORDER BY due, id")
    context.db.update("popups", row["id"], shown=1)
    context.over(popup(row["title"], row["text"]))


@system.screen
def shade(context: Context) -> Screen:
    """Quick settings and notifications."""
    switches: list[Widget] = [
        Switch(f"quick:{key}", label, context.settings[key] == "on", toggle(key)) for key, label in QUICK
    ]
    rows = context.db.rows("SELECT * FROM notifications ORDER BY at DESC, id DESC")
    items = [
        Item(
            f"notification:{row['id']}",
            row["title"],
            row["text"],
            when_text(context.local(row["at"]), context.today),
            icon=INSTALLED[row["app"]].icon,
            on_tap=follow(row["id"]),
            on_long_press=dismiss(row["id"]),
        )
        for row in rows
    ]
    body: list[Widget] = [*switches, Heading("Notifications"), *rows_or(items, "No notifications")]
    return Screen(
        "Notifications",
        body,
        actions=[
            Icon("clear-all", "Clear all", "sweep", clear(), enabled=bool(rows)),
            Icon("close", "Close", "close", back()),
        ],
    )


@system.action
def toggle(context: Context, key: str) -> None:
    """A quick setting."""
    context.db.update("settings", key, value="off" if context.settings[key] == "on" else "on")


@system.action
def clear(context: Context) -> None:
    """Remove every notification."""
    context.db.execute("DELETE FROM notifications")


@system.action
def dismiss(context: Context, key: int) -> None:
    """Remove one notification."""
    context.db.delete("notifications", key)


@system.action
def follow(context: Context, key: int) -> None:
    """Open the app of a notification, at what it is about."""
    row = context.db.row("SELECT * FROM notifications WHERE id = ?", key)
    context.db.delete("notifications", key)
    launch(context, row["app"])
    screen = INSTALLED[row["app"]].target
    if screen and row["target"] is not None:
        context.launch(row["app"], Command(f"{row['app']}.{screen}", (row["target"],)))


def _icon(app: App) -> Button:
    return Button(f"app:{app.id}", app.label, start(app.id), look="app", icon=app.icon)
