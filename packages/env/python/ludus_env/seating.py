"""The players of each seat, from callers' arguments."""
import os

import numpy as np


def by_seat(what, said):
    """Players and policies by seat, with None for an empty seat. Seats are numbers, agents' names,
    or "*". A ValueError names the argument."""
    if not isinstance(said, dict):
        raise ValueError(f"{what} must be a dict of players by seat, such as {{1: 'Demo'}} or {{0: None, '*': './bot.py'}}, not {said!r}")
    found = {}
    for key, who in said.items():
        seat = _seat(what, key)
        if seat in found:
            raise ValueError(f"{what} names seat {seat} twice")
        found[seat] = _who(what, who)
    return found


def everywhere(what, said):
    """Like `by_seat`, but one player or policy may be given for all other seats."""
    if said is not None and not isinstance(said, (str, os.PathLike, dict)) and not callable(said):
        raise ValueError(f"{what} must be the name of a player, a program, a policy, a dict of them by seat, or None, not {said!r}")
    return by_seat(what, said if isinstance(said, dict) else {"*": said})


def check_seats(found, seats):
    """Raises a ValueError for a player in a seat that doesn't exist."""
    for seat in found:
        if seat != "*" and seat >= seats:
            raise ValueError(no_seat(seat, seats))


def no_seat(seat, seats):
    return f"there is no seat {seat}; choose 0 to {seats - 1}"


def _seat(what, key):
    if isinstance(key, (int, np.integer)) and not isinstance(key, bool) and key >= 0:
        return int(key)
    number = key.removeprefix("player_") if isinstance(key, str) else ""
    if number.isascii() and number.isdecimal():
        return int(number)
    if isinstance(key, str) and key == "*":
        return key
    raise ValueError(f"{what}: {key!r} isn’t a seat: use a number, 'player_1', or '*'")


def _who(what, who):
    if who is None or isinstance(who, (str, os.PathLike)):
        return os.fspath(who) if who else None
    if callable(who):
        return who
    raise ValueError(f"{what}: {who!r} isn’t a player: use the name of a player, a program, a policy, or None")


def checked_seats(seats):
    """The observed seats as an argument of the command. Raises a ValueError if they are neither a list of numbers nor
    "all"."""
    if isinstance(seats, str):
        numbers = None if seats == "all" else ()
    else:
        numbers = list(seats) if np.iterable(seats) else ()
    if numbers is None:
        return "all"
    if not numbers or any(isinstance(each, bool) or not isinstance(each, (int, np.integer)) for each in numbers):
        raise ValueError(f"seats must be 'all' or a list of numbers, such as (0, 2), not {seats!r}")
    return ",".join(map(str, numbers))


def names_of(what, names):
    """The parts to observe as an argument of the command. Raises a ValueError if the value isn't a list of names."""
    if isinstance(names, str) or not np.iterable(names) or any(not isinstance(each, str) for each in names):
        raise ValueError(f"{what} must be a list of names, such as ('units', 'mask'), not {names!r}")
    return ",".join(names)


def refuse_others(kind, given, instead):
    """Raises a TypeError for arguments of `Simulator` that an interface replaces; `instead` maps their names to
    hints."""
    for name, how in instead.items():
        if name in given:
            raise TypeError(f"{kind} has no argument {name}: {how}")


def check_reset(options):
    """Raises a ValueError if a reset's options aren't a dict."""
    if options is not None and not isinstance(options, dict):
        raise ValueError(f"options must be a dict or None, not {options!r}")
