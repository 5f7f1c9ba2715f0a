"""Pictures of matches."""
import numpy as np

#: Colours by name of the plane; units_0, units_1, ... are the units of the seats.
COLOURS = {
    "obstacles": (110, 110, 120), "missile_bonuses": (220, 90, 90), "point_bonuses": (90, 190, 230), "gas_bonuses": (230, 200, 80),
    "missiles": (255, 140, 40), "passable": (40, 42, 54), "neutrals": (150, 150, 150), "base_0": (30, 60, 140), "base_1": (140, 40, 40),
    "units_0": (80, 130, 255), "units_1": (255, 90, 90), "units_2": (90, 220, 120), "units_3": (230, 120, 255),
}
#: Side of a cell in pixels.
SCALE = 8
BACKGROUND = (18, 18, 24)


def picture(env, match=0, seat=None):
    """Draws a match from above as an array of bytes (height, width, 3): everything, or a seat's
    observations. Later planes cover earlier ones."""
    planes = env.planes(match) if seat is None else env.planes(match, seat, own=True)
    image = np.full((*planes.shape[1:], 3), BACKGROUND, np.uint8)
    for name, plane in zip(env.shapes["planes"], planes):
        # The colour of an unknown plane is derived from its name.
        image[plane > 0] = COLOURS.get(name) or [60 + (sum(name.encode()) * k) % 190 for k in (3, 5, 7)]
    return image.repeat(SCALE, axis=0).repeat(SCALE, axis=1)
