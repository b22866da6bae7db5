"""Calendar: days, events that repeat, time zones, guests, reminders."""

from benchmarks.phone.apps.calendar import days
from benchmarks.phone.apps.calendar.events import app
from benchmarks.phone.apps.calendar.form import ZONES

__all__ = ["ZONES", "app", "days"]
