"""The inputs of the network by game: each unit's view of its match, as arrays of bytes."""
from .cylinder import CylinderSight
from .grid import AngryMobSight, PeriscopeSight, TrailsSight
from .tables import TallTalesSight

_SIGHTS = {
    "angrymob": AngryMobSight,
    "madmax": CylinderSight,
    "periscope": PeriscopeSight,
    "starwar": CylinderSight,
    "talltales": TallTalesSight,
    "trails": TrailsSight,
}


def sight_of(game):
    """The sight class for this game."""
    return _SIGHTS[game]
