"""Writes a trained network as a player: python3 -m learn.export network.npz ../../../players/learned/Pilot.ts

The player is one TypeScript file: player.ts.txt, which sees and computes as sight.py and network.py do, with the network's numbers at
its end. `read` takes them out of such a file again.
"""
import argparse
import base64
import os
import re

import numpy as np

from .network import WholeNetwork

TEMPLATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "player.ts.txt")
_KINDS = {"FIRST": np.int8, "FIRST_BIAS": np.int32, "POLICY": np.int16, "POLICY_BIAS": np.int32}


def write(whole, file):
    """Writes a WholeNetwork as a player. The file's name is the player's."""
    with open(TEMPLATE, encoding="utf8") as template:
        text = template.read()
    text = text.replace("NAME", os.path.basename(file).removesuffix(".ts")).replace("const HIDDEN = 64;", f"const HIDDEN = {whole.first.shape[1]};")
    for name, kind in _KINDS.items():
        data = np.ascontiguousarray(getattr(whole, name.lower()), np.dtype(kind).newbyteorder("<")).tobytes()
        # Whole groups of three bytes need no padding.
        text = text.replace(f"`{name}`", f"'{base64.b64encode(data + bytes(-len(data) % 3)).decode()}'")
    with open(file, "w", encoding="utf8") as player:
        player.write(text)


def read(file):
    """The WholeNetwork of a player that `write` has written."""
    with open(file, encoding="utf8") as player:
        text = player.read()
    hidden = int(re.search(r"^const HIDDEN = (\d+);$", text, re.M).group(1))
    parts = []
    for name, kind in _KINDS.items():
        data = base64.b64decode(re.search(rf"^const {name}_BYTES =\s*'([^']*)';$", text, re.M).group(1))
        size = np.dtype(kind).itemsize
        part = np.frombuffer(data[:len(data) // size * size], np.dtype(kind).newbyteorder("<"))
        parts.append(part)
    first, first_bias, policy, policy_bias = parts
    actions = len(policy) // hidden
    return WholeNetwork(first[:len(first) // hidden * hidden].reshape(-1, hidden), first_bias[:hidden],
                        policy[:hidden * actions].reshape(hidden, actions), policy_bias[:actions])


def main():
    parser = argparse.ArgumentParser(description="Writes a trained network as a player.")
    parser.add_argument("network", help="what train.py has written: network.npz")
    parser.add_argument("player", help="the file to write; its name is the player's: Pilot.ts")
    options = parser.parse_args()
    with np.load(options.network) as parts:
        whole = WholeNetwork(*(parts["whole_" + name.lower()] for name in _KINDS))
    write(whole, options.player)


if __name__ == "__main__":
    main()
