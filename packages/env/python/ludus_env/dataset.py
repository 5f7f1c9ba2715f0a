"""Replays as data: a simulator's observations, actions, and rewards."""
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass

import numpy as np

from .connection import command
from .seating import checked_seats, names_of


@dataclass(frozen=True)
class Episode:
    """One match of `steps` rounds. Arrays begin with the axis of rounds.

    observations: dict of arrays (steps + 1, ...): before the first round and after each; names as in `Simulator`.
    actions (steps, units), rewards (steps, seats), mask (steps, units, actions) of the states before the actions, or
    None if it isn't observed. exact (steps,): whether these actions lead to the same state as the original moves,
    since actions cannot express every move.
    """

    file: str
    game: str
    seed: int
    names: list
    board: str
    settings: dict
    observations: dict
    actions: np.ndarray
    rewards: np.ndarray
    mask: np.ndarray
    exact: np.ndarray

    @property
    def steps(self):
        return len(self.actions)


def dataset(*replays, seats=(0,), observe=("tables", "planes", "mask"), universe=False, broken="raise"):
    """Yields episodes of replays, one at a time, so that memory use doesn't depend on their number.

    replays: files of any game (.res, .mob, .trails ..., or from `ludus batch --replays`, gzipped or not) and folders
    of them. seats, observe, universe: as for `Simulator`. broken: "raise" a ValueError for an incomplete replay, or
    "skip" it.
    """
    if broken not in ("raise", "skip"):
        raise ValueError(f"broken must be raise or skip, not {broken}")
    said, observed = checked_seats(seats), names_of("observe", observe)
    if isinstance(replays, tuple) and any(not isinstance(each, (str, os.PathLike)) for each in replays):
        raise ValueError(f"replays must be names of files and folders, one after the other, not {replays!r}")
    replays = [os.fspath(each) for each in replays]
    for name in replays:
        if "\n" in name:
            raise ValueError(f"a replay's name can't contain a line end: {name!r}")
    if not replays:
        return
    arguments = ["dataset", "-", "--seats", said, "--observe", observed, *(["--universe"] if universe else [])]
    with tempfile.TemporaryFile() as names, tempfile.TemporaryFile() as errors:
        names.write("".join(f"{name}\n" for name in replays).encode())
        names.seek(0)
        process = subprocess.Popen(command() + arguments, stdin=names, stdout=subprocess.PIPE, stderr=errors, start_new_session=True)
        try:
            for line in process.stdout:
                head = json.loads(line)
                if "problem" not in head:
                    yield _episode(head, process.stdout, seats != "all" and len(seats) == 1)
                elif broken == "raise":
                    raise ValueError(head["problem"])
            if process.wait() != 0:
                errors.seek(0)
                raise ValueError(errors.read().decode(errors="replace").strip().removeprefix("ludus: "))
        finally:
            process.stdout.close()
            process.kill()
            process.wait()


def _episode(head, stream, one_seat):
    parts = {}
    for part in head["parts"]:
        array = np.empty(part["shape"], part["type"])
        left = memoryview(array).cast("B") if array.size else b""
        while left:
            got = stream.readinto(left)
            if not got:
                raise ValueError(f"{head['file']}: the data ended in the middle of an episode")
            left = left[got:]
        parts[part["name"]] = array
    actions, exact, rewards, mask = parts.pop("actions"), parts.pop("exact"), parts.pop("rewards"), parts.get("mask")
    parts.pop("dones")
    for name, part in parts.items():
        if one_seat and name not in ("rounds", "scores", "mask", "hashes"):
            parts[name] = part[:, 0]
    return Episode(head["file"], head["game"], head["seed"], head["names"], head["board"], head["settings"], parts, actions,
                   rewards[1:], None if mask is None else mask[:-1], exact.astype(bool))
