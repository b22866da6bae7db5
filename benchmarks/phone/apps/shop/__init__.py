"""Shop: a catalogue, a cart, orders that are delivered, cancelled and returned."""

from benchmarks.phone.apps.shop import catalogue, changes, delivery, orders, stock
from benchmarks.phone.apps.shop.tables import app

__all__ = ["app", "catalogue", "changes", "delivery", "orders", "stock"]
