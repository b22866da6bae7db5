"""A picture as a phone shows it, for what is measured with one."""

from PIL import Image, ImageDraw

SCREEN = (400, 800)


def phone_screen() -> Image.Image:
    """A list of settings, RGB."""
    picture = Image.new("RGB", SCREEN, "white")
    draw = ImageDraw.Draw(picture)
    for row in range(30):
        top = 10 + row * 26
        draw.rectangle((10, top, SCREEN[0] - 10, top + 22), fill=(240 - row * 3, 245, 250), outline=(120, 120, 120))
        draw.text((16, top + 4), f"Row {row} of a list of settings", fill=(20, 20, 20))
    return picture
