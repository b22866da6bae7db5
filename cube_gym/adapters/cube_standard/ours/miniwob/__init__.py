"""MiniWoB++ in a real Chromium, as a CUBE package."""
