"""The shop's tables, and the words in them."""

from __future__ import annotations

from benchmarks.phone.app import App
from benchmarks.phone.schema import Table

CATEGORIES = ("Home", "Kitchen", "Clothing", "Outdoor", "Electronics")
SLOTS = ("08:00 to 12:00", "12:00 to 16:00", "16:00 to 20:00")
STATUSES = ("placed", "shipped", "delivered", "cancelled", "returned")
MOST = 9
"""Pieces of one variant that a cart can hold."""

app = App(
    "shop",
    "Shop",
    "cart",
    "#8a4fff",
    (
        Table(
            "products",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE CHECK (name <> ''),"
            " category TEXT NOT NULL, about TEXT NOT NULL DEFAULT ''",
        ),
        Table(
            "variants",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, product INTEGER NOT NULL REFERENCES products ON DELETE CASCADE,"
            " name TEXT NOT NULL, cents INTEGER NOT NULL CHECK (cents > 0),"
            " stock INTEGER NOT NULL CHECK (stock >= 0), UNIQUE (product, name)",
        ),
        Table(
            "cart_items",
            "variant INTEGER PRIMARY KEY REFERENCES variants ON DELETE CASCADE,"
            f" count INTEGER NOT NULL CHECK (count BETWEEN 1 AND {MOST})",
        ),
        Table(
            "addresses",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL UNIQUE CHECK (label <> ''),"
            " line TEXT NOT NULL CHECK (line <> '')",
        ),
        Table(
            "orders",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,"
            f" status TEXT NOT NULL DEFAULT 'placed' CHECK (status IN {STATUSES}),"
            f" address TEXT NOT NULL, day TEXT NOT NULL, slot TEXT NOT NULL CHECK (slot IN {SLOTS})",
            quiet=("at",),
        ),
        Table(
            "order_items",
            "id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER NOT NULL REFERENCES orders ON DELETE CASCADE,"
            " variant INTEGER NOT NULL REFERENCES variants, count INTEGER NOT NULL CHECK (count > 0),"
            " cents INTEGER NOT NULL, returned INTEGER NOT NULL DEFAULT 0 CHECK (returned IN (0, 1))",
        ),
    ),
)
