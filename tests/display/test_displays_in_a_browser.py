"""What a real browser makes of the displays."""

import pytest

from tests.display.things import EVIL, observation, things
from tests.evaluation.browsing import browsing

pytestmark = pytest.mark.browser


def test_nothing_in_a_display_runs_or_is_fetched() -> None:
    drawn = [thing._repr_html_() for thing in things(EVIL) if hasattr(thing, "_repr_html_")]
    with browsing() as (page, troubles):
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        page.set_content(f"<body>{''.join(drawn)}</body>")
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        page.mouse.move(60, 60)
        own = [trouble for trouble in troubles if not trouble.startswith("request: data:image/png")]
        assert own == []
        assert page.locator("script").count() == 0


@pytest.mark.parametrize("colour", ["#ffffff", "#111111"])
def test_boxes_lie_on_the_picture(colour: str) -> None:
    with browsing() as (page, _):
        page.set_content(f"<body style='background: {colour}'>{observation()._repr_html_()}</body>")
        picture = page.locator(".cube-screen img").first.bounding_box()
        box = page.locator(".cube-screen:has(img) rect").first.bounding_box()
        assert picture is not None
        assert box is not None
        scale = picture["width"] / 40  # the picture has 40 x 80 pixels, and its element (1, 2, 30, 40)
        assert box["width"] == pytest.approx(29 * scale, abs=1.5)
        assert box["y"] - picture["y"] == pytest.approx(2 * scale, abs=1.5)
