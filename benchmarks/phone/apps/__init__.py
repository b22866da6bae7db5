"""The apps on the phone. To add one, write its module and add it to `APPS`."""

from __future__ import annotations

from benchmarks.phone.apps import (
    calendar,
    clock,
    contacts,
    files,
    mail,
    maps,
    messages,
    notes,
    phone,
    settings,
    shop,
    todo,
    wallet,
)
from benchmarks.phone.schema import Schema
from benchmarks.phone.system import INSTALLED, TABLES

APPS = (
    contacts.app,
    messages.app,
    phone.app,
    mail.app,
    calendar.app,
    clock.app,
    notes.app,
    todo.app,
    files.app,
    wallet.app,
    maps.app,
    shop.app,
    settings.app,
)

INSTALLED.update((app.id, app) for app in APPS)
SCHEMA = Schema([*TABLES, *(table for app in APPS for table in app.tables)])
