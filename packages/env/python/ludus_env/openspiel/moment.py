"""The states between rounds. They are stored in the simulator's process and never change."""
import hashlib
from array import array

import numpy as np

from ..spaces import seat_observations


class Moment:
    """A match between two rounds. Any number of states share it.

    handle: the simulator's handle. parent: the previous moment, None at a match's start. played: all units' actions
    that led here. choices: [(unit, actions)] of the units with a choice; forced: [(unit, action)] of those with one
    action. standings: by seat, two for each seat of another team below it, and one for each tie.
    """

    __slots__ = ("game", "handle", "parent", "played", "round", "is_over", "needs_luck", "hash", "scores", "standings", "choices", "forced",
                 "first", "kept", "_nodes", "_views", "_recall", "__weakref__")

    def __init__(self, game, answer, parent=None, played=b"", kept=None, first=None):
        self.game, self.parent, self.played = game, parent, played
        #: For a redealt moment, the seat that keeps its information state, and the original moment;
        #: otherwise None.
        self.kept = kept
        numbers = array("i", bytes(answer)).tolist()
        seats = game.num_players()
        self.handle, self.round, over, digest = numbers[:4]
        self.is_over, self.hash = over == 1, digest & 0xFFFFFFFF
        #: Whether the next round offers no choices but draws random numbers.
        self.needs_luck = over == 2
        self.scores = numbers[4:4 + seats]
        self.standings = numbers[4 + seats:4 + 2 * seats]
        #: The scores at the start of the match.
        self.first = first or (parent.first if parent else kept[1].first if kept else self.scores)
        self.choices, self.forced = [], []
        at, end = 4 + 2 * seats, len(numbers)
        while at < end:
            unit, count = numbers[at], numbers[at + 1]
            at += 2 + count
            if count == 1:
                self.forced.append((unit, numbers[at - 1]))
            else:
                self.choices.append((unit, numbers[at - count:at]))
        self._nodes, self._views = None, None
        self._recall = [None] * seats

    def __del__(self):
        self.game._forget(self.handle)

    def nodes(self):
        """The decisions of the next round in order: lists of (seat, unit, actions) that are chosen simultaneously."""
        if self._nodes is None:
            per_seat = self.game._units_per_seat
            single = [(unit // per_seat, unit, actions) for unit, actions in self.choices]
            if not self.game._simultaneous:
                self._nodes = [[each] for each in single]
            else:
                by_seat = {}
                for each in single:
                    by_seat.setdefault(each[0], []).append(each)
                longest = max(map(len, by_seat.values()), default=0)
                self._nodes = [[units[n] for units in by_seat.values() if n < len(units)] for n in range(longest)]
        return self._nodes

    def view(self, seat):
        """Returns a seat's observation as a dict of arrays."""
        if self._views is None:
            self._views = self.game._read_views(self.game._ask(*self.game._to_observe(self)))
        sim = self.game.simulator
        return {name: part[0] for name, part in seat_observations(sim, self._views, seat, seat).items()}

    def numbers(self, seat):
        """Returns a seat's observation as one array."""
        return np.concatenate([part.ravel() for part in self.view(seat).values()], dtype=np.float32, casting="unsafe")

    def recall(self, seat):
        """A digest of all observations and actions of a seat since the match began."""
        missing, moment = [], self
        while moment is not None and moment._recall[seat] is None:
            missing.append(moment)
            moment = moment._before(seat)
        digest = b"" if moment is None else moment._recall[seat]
        for moment in reversed(missing):
            if moment.kept is None or moment.kept[0] != seat:
                digest = moment._digest(seat, digest)
            moment._recall[seat] = digest
        return digest

    def rows(self, seat):
        """The observations of a seat since the match began, latest first."""
        moment = self
        while moment is not None:
            if moment.kept is None or moment.kept[0] != seat:
                yield moment.numbers(seat)
            moment = moment._before(seat)

    def _before(self, seat):
        if self.kept is None:
            return self.parent
        return self.kept[1] if self.kept[0] == seat else None

    def _digest(self, seat, before):
        per_seat = self.game._units_per_seat
        digest = hashlib.blake2b(before, digest_size=16)
        digest.update(bytes(self.played[seat * per_seat:(seat + 1) * per_seat]))
        for part in self.view(seat).values():
            digest.update(part.tobytes())
        own = [each for each in self.choices if each[0] // per_seat == seat]
        digest.update(repr(own).encode())
        return digest.digest()
