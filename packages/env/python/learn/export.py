"""Writes a trained network as a player: python3 -m learn.export network.pt ../../../players/learned/AIPilot.cc

The player is one C++ file: player.txt, which computes the same as sights/cylinder.py and network.py, with the
network's numbers at its end. `read` extracts them from such a file, without PyTorch.
"""
import argparse
import base64
import os
import re

import numpy as np

from .train import whole_of
from .usage import UsageError, run
from .whole import WholeNetwork

TEMPLATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "player.txt")
#: The template uses neutral words, which are replaced by these words of each game.
_WORDS = {
    "madmax": {"TITLE": "Mad Max", "unit(": "car(", "UNIT": "car", "OBSTACLE": "TYRE", "POINT_BONUS": "WATER_BONUS"},
    "starwar": {"TITLE": "Star War", "unit(": "starship(", "UNIT": "starship", "OBSTACLE": "ASTEROID"},
}


def name_of(file):
    """The name of the player in a file AINAME.cc."""
    found = re.fullmatch(r"AI([A-Za-z][A-Za-z0-9]{0,10})\.cc", os.path.basename(file))
    if found is None:
        raise UsageError(f"the player's file must be called AINAME.cc, and NAME must have 1 to 11 letters and digits and begin with a letter, not {os.path.basename(file)!r}")
    return found[1]


def write(whole, game, file):
    """Writes a WholeNetwork as a player."""
    with open(TEMPLATE, encoding="utf8") as template:
        text = template.read()
    for word, name in {**_WORDS[game], "NAME": name_of(file)}.items():
        text = re.sub(rf"(?<![A-Z_a-z]){re.escape(word)}" + ("" if word[-1] == "(" else r"(?![A-Z_])"), name, text)
    text = text.replace("number_UNITs", f"number_{_WORDS[game]['UNIT']}s")
    inputs, hidden = whole.parts["first"].shape
    sizes = f"INPUTS = {inputs}, HIDDEN = {hidden}, INNER = {len(whole.parts['inner_bias'])}, SHIFT = {whole.shift};"
    text = text.replace("INPUTS = 0, HIDDEN = 0, INNER = 0, SHIFT = 0;", sizes)
    for name, kind in WholeNetwork.PARTS.items():
        data = np.ascontiguousarray(whole.parts[name], np.dtype(kind).newbyteorder("<")).tobytes()
        # Complete groups of three bytes need no base64 padding.
        text = text.replace(f'"{name.upper()}_NUMBERS"', f'"{base64.b64encode(data + bytes(-len(data) % 3)).decode()}"')
    with open(file, "w", encoding="utf8") as player:
        player.write(text)


def read(file):
    """The game and the WholeNetwork of a player written by `write`."""
    with open(file, encoding="utf8", errors="replace") as player:
        text = player.read()
    try:
        return "madmax" if "car(id)" in text else "starwar", _network_in(text)
    except (AttributeError, ValueError):
        raise UsageError(f"{file} isn't a complete player of learn.export") from None


def _network_in(text):
    inputs, hidden, inner, shift = map(int, re.search(r"INPUTS = (\d+), HIDDEN = (\d+), INNER = (\d+), SHIFT = (\d+);", text).groups())
    shapes = {"first": (inputs, hidden), "first_bias": (hidden,), "inner": (hidden, inner), "inner_bias": (inner,), "policy": (inner, -1), "policy_bias": (-1,)}
    parts = {}
    for name, kind in WholeNetwork.PARTS.items():
        data = base64.b64decode(re.search(rf'^const char {name.upper()}_TEXT\[\] = "([^"]*)";$', text, re.M).group(1))
        wide = np.dtype(kind).newbyteorder("<")
        found = np.frombuffer(data[:len(data) // wide.itemsize * wide.itemsize], wide)
        parts[name] = found[:np.prod(shapes[name])].reshape(shapes[name]) if -1 not in shapes[name] else found.reshape(shapes[name])
    return WholeNetwork(parts, shift)


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Writes a trained network as a player.")
    parser.add_argument("network", help="network.pt of train.py")
    parser.add_argument("player", help="file to write: AINAME.cc; NAME has 1 to 11 letters and digits")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    options = parser.parse_args(arguments)
    name_of(options.player)
    if os.path.exists(options.player) and not options.force:
        raise UsageError(f"{options.player} exists: choose another file, or replace it with --force")
    from .network import load  # Only this needs PyTorch.
    game, network = load(options.network)
    if game not in _WORDS:
        raise UsageError(f"export.py cannot write a player of {game}: it has templates only for {' and '.join(_WORDS)}")
    write(whole_of(game, network), game, options.player)
    print(f"{options.player} is a bot of {_WORDS[game]['TITLE']}")


if __name__ == "__main__":
    run(main)
