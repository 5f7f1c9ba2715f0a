"""The simulator itself: many matches stepped together, with arrays only. It needs numpy, Node, and Ludus."""
import json
import re
import struct
from collections import namedtuple

import numpy as np

from .connection import Connection
from .seating import by_seat, checked_seats, names_of, no_seat

#: The result of `Simulator.expand`. `rewards` has the shape (plans, depth, seats). `ends` contains the observations of
#: the states in which the plans ended. `dones` and `handles` have the shape (plans,).
#: Without kept states, there are no handles (None).
Expansion = namedtuple("Expansion", "rewards ends dones handles")


class Simulator:
    """Matches of one game on one board, stepped together.

    - game: "madmax", "starwar", "angrymob", ...
    - board: a name, a file, or "generated:7" for a game that generates its boards.
    - boards: "generated" plays each match on a different board, generated from its seed with the sizes and settings
      of `board`; "same" plays all on that board.
    - seats: the observed seats: numbers, or "all". With one number, the arrays have no axis of seats.
    - observe: "tables" (all of them), tables by name, "planes", "mask", "actors", "hashes". Parts that are left out
      cost nothing.
    - players: {seat: name} of built-in players that act in these seats ({1: "Demo"}, {0: None, "*": "Demo"}: all but
      seat 0), or programs as for `ludus match` ({1: "./bot.py"}: one process per match and seat, for which a step
      waits). They restart when their match is loaded, and do nothing in `expand`.
    - record: whether to store the replay of each match (`replay`).
    - revision: the id of the revision of the rules ("2"), for a game with several; None for the first.
    - universe: whether planes show everything, and not only the window.
    - illegal: "ignore" or "refuse" illegal actions.
    - transport: "memory" (shared with the simulator, which writes there), "copied" (it copies into the memory,
      because its Node cannot map files), "pipe", or "auto": memory if available. `transport` contains the one in
      use.
    - buffers: with 1, an observation in the memory is valid only until the next step, which costs less if it is
      copied immediately.

    An observation is a dict of read-only arrays: "rounds" (size,), "scores" (size, seats), tables (size, lines,
    fields), "NAME_count" (size,), "planes" (size, planes, rows, columns), "mask" (size, units, actions), "actors"
    (size, seats), "hashes" (size,). It is valid until the step after next; copy it to keep it longer.
    """

    def __init__(self, game, board=None, size=1, *, seats=(0,), observe=("tables", "planes"), universe=False,
                 boards="same", illegal="ignore", players=None, record=False, transport="auto", buffers=2,
                 revision=None):
        players = by_seat("players", {} if players is None else players)
        for seat, player in players.items():
            if callable(player):
                raise ValueError(f"players: seat {seat} can't have a policy: use the name of a player or a program")
        if str(game).startswith("-"):
            raise ValueError(f"there is no game {game}")
        size = _whole(size, 31, "size")
        arguments = ["env", str(game), "--size", str(size), "--observe", names_of("observe", observe), "--illegal", str(illegal)]
        arguments += ["--seats", checked_seats(seats)]
        arguments += [] if board is None else ["--input", str(board)]
        arguments += [] if boards == "same" else ["--boards", str(boards)]
        arguments += [] if not players else ["--players", ",".join(f"{seat}={name or ''}" for seat, name in players.items())]
        arguments += ["--record"] if record else []
        arguments += [] if buffers == 2 else ["--buffers", str(buffers)]
        arguments += ["--universe"] if universe else []
        arguments += [] if revision is None else ["--revision", str(revision)]
        try:
            self._connection = Connection(arguments, transport)
        except ValueError as error:
            raise ValueError(_in_own_words(str(error), players, seats)) from None
        self.transport = self._connection.transport
        self._begin(self._connection.shapes, seats)

    def _begin(self, shapes, seats):
        self.shapes = shapes
        self.game, self.size, self.seats, self.units = shapes["game"], shapes["size"], shapes["seats"], shapes["units"]
        self.units_per_seat = self.units // self.seats
        #: The team of each seat, from 0. Without teams, each seat is a separate team.
        self.teams = tuple(shapes["teams"])
        self.actions = shapes["actions"]
        #: An action is a byte in a game with up to 255 actions, and otherwise a 16-bit number.
        self.action_type = np.dtype(np.uint8 if len(self.actions) < 256 else np.uint16)
        self.no_action = shapes["noAction"]
        self.settings = shapes["settings"]
        self.rounds = shapes["rounds"]
        #: Whether arrays have no axis of seats.
        self.one_seat = seats != "all" and len(seats) == 1
        tables = [table["name"] for table in shapes["tables"]]
        self.viewed = {*tables, *(name + "_count" for name in tables), "planes"}
        self._layout = [(part["name"], np.dtype(part["type"]), tuple(part["shape"][1:]), int(np.prod(part["shape"][1:])))
                        for part in shapes["parts"]]
        memory = self._connection.memory
        if memory is not None:
            lies, shape = shapes["memory"], (self.size, self.units)
            self._asked = np.frombuffer(memory, self.action_type, self.size * self.units, lies["actionsAt"]).reshape(shape)
            self._views = [self._take(memory, at, self.size) for at in lies["buffersAt"]]
            before = sum(kind.itemsize * self.size * int(np.prod(shape)) for name, kind, shape, _ in self._layout if name != "planes")
            self._planes_from = [at + before for at in lies["buffersAt"]]

    def reset(self, seed=1, which=None):
        """Restarts all matches, or those for which `which` (size,) is true. Each gets a separate
        stream of seeds, so that the matches of one seed are all different. The seed is a whole
        number of at most 53 bits. Returns the observation."""
        request = struct.pack("<q", _whole(seed, 53, "a seed"))
        return self._observe(b"r", request + (b"" if which is None else self._which(which)))[0]

    def reset_matches(self, seeds, which=None):
        """Restarts matches with the given seeds (size,), as for `ludus match`: signed, 32 bits."""
        if len(seeds) != self.size:
            raise ValueError(f"there must be {self.size} seeds, not {len(seeds)}")
        request = struct.pack(f"<{self.size}i", *(_whole(seed, 31, "a seed") for seed in seeds))
        return self._observe(b"m", request + self._which(np.ones(self.size, bool) if which is None else which))[0]

    def renew(self, which):
        """Restarts the matches for which `which` (size,) is true, each with the next seed of its
        stream. The result replaces the last observation; the rewards of the other matches stay."""
        return self._observe(b"n", self._which(which))

    def step(self, actions, renew=None):
        """Plays one round.

        actions: (size, units) whole numbers. renew: (size,) bools: the matches to restart instead
        of playing a round, with the next seed of their streams. Returns observation, rewards (size,
        seats), dones (size,)."""
        self.begin_step(actions, renew)
        return self.end_step()

    def begin_step(self, actions, renew=None):
        """The first half of `step`. The matches are played while this process, or other simulators, do other work."""
        asked = self._checked(as_array(actions), (self.size, self.units))
        renewed = b"" if renew is None else self._which(renew)
        self._connection.check_free()
        if self._connection.memory is None:
            self._connection.send(b"s", asked.tobytes() + renewed)
        else:
            np.copyto(self._asked, asked)
            self._connection.send(b"s", renewed)

    def end_step(self):
        """The second half of `step`: waits until the matches have been played. It raises the error if an action was
        refused."""
        self._connection.check_there()
        if not self._connection.waiting:
            raise RuntimeError("no step has been begun")
        return self._observation()

    def look(self):
        """Returns the current state again: observation, rewards, dones."""
        return self._observe(b"o", b"")

    def save(self, match=0):
        """Saves a match. Returns a handle for `load` and `expand`."""
        return struct.unpack("<i", self._ask(b"v", _int32("a match", match)))[0]

    def load(self, handle, match=None, seed=None):
        """Restores a match (None: every match) to a saved state. Returns the observation. With a seed, the board's luck
        is different from then on, and differs between matches; without it, random events repeat. If only one seat
        observes, its hidden information is redealt."""
        request = _int32("a match", -1 if match is None else match) + _int32("a handle", handle)
        return self._observe(b"l", request + (b"" if seed is None else struct.pack("<q", _whole(seed, 53, "a seed"))))[0]

    def drop(self, *handles):
        """Drops saved states."""
        self._ask(b"d", b"".join(_int32("a handle", handle) for handle in handles))

    def expand(self, handle, plans, seed=None, keep=False):
        """Plays many plans in one call, each from the same saved state, without changing the
        matches.

        plans are actions of the shape (plans, depth, units). A seed gives each plan different luck. With None, all
        have the luck of the saved state. With keep, the final states of the plans get handles. Returns an Expansion.
        """
        plans = np.asarray(plans)
        if plans.ndim != 3 or plans.shape[2] != self.units:
            raise ValueError(f"plans must have the shape (plans, depth, {self.units}), not {plans.shape}")
        if 0 in plans.shape:
            raise ValueError(f"there must be at least one plan of at least one round, not {plans.shape[0]} of {plans.shape[1]}")
        count, depth, _ = plans.shape
        luck = _whole(0 if seed is None else seed, 53, "a seed")
        head = _int32("a handle", handle) + struct.pack("<iiiq", depth, bool(keep), seed is not None, luck)
        data = self._ask(b"e", head, self._checked(plans, plans.shape).tobytes())
        rewards = np.frombuffer(data, np.int32, count * depth * self.seats).reshape(count, depth, self.seats)
        ends, _, dones = self._take(data, rewards.nbytes, count)
        handles = np.frombuffer(data, np.int32, count, len(data) - 4 * count) if keep else None
        return Expansion(rewards, ends, dones, handles)

    def hashes(self):
        """(size,) 32-bit hashes of the complete game state, or of the observed seats' observations in games with hidden
        information. Equal states have equal hashes in every process and on every machine."""
        return np.frombuffer(self._ask(b"h"), np.uint32)

    def seeds(self):
        """(size,) the seeds of the matches: `ludus match -s` plays the same match."""
        return np.frombuffer(self._ask(b"i"), np.int32)

    def planes(self, match=0, seat=0, own=False):
        """(planes, rows, columns): everything in a match, relative to a seat; `own`: only the seat's observations. A
        single observing seat always gets only its observations."""
        data = self._ask(b"p", _int32("a match", match) + _int32("a seat", seat) + _int32("own", int(own)))
        rows, columns = struct.unpack_from("<ii", data)
        return np.frombuffer(data, np.uint8, -1, 8).reshape(len(self.shapes["planes"]), rows, columns)

    def text(self, match=0, seat=None):
        """A match drawn as lines of text: everything, or a seat's observations. A single observing seat always gets
        only its observations."""
        seen = b"" if seat is None else _int32("a seat", seat)
        return bytes(self._ask(b"t", _int32("a match", match) + seen)).decode()

    def by_team(self, values):
        """Converts rewards or scores (..., seats) to (..., teams): all seats of a team have the
        team's score, and therefore the same reward. Without teams, each seat is a separate team."""
        return np.asarray(values)[..., [self.teams.index(team) for team in range(max(self.teams) + 1)]]

    def board(self, match=0):
        """The text of a match's board file, for `ludus match -i`."""
        return bytes(self._ask(b"b", _int32("a match", match))).decode()

    def faults(self, match=0):
        """The disqualified players of a match, as dicts of seat, name, round, fault, sentence."""
        return json.loads(self._ask(b"f", _int32("a match", match)))

    def replay(self, match=0):
        """The replay of the last complete match, for `ludus verify` and the page. Requires
        record=True. Raises a ValueError if there is no replay."""
        return bytes(self._ask(b"w", _int32("a match", match))).decode()

    @property
    def process_id(self):
        """The id of the simulator's process."""
        return self._connection.process_id

    def close(self):
        self._connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __reduce__(self):
        raise TypeError("a simulator is a process, which cannot be copied or pickled: create another one, or save() a match and load() it")

    def __del__(self):
        if hasattr(self, "_connection"):
            self.close()

    def _checked(self, actions, shape):
        """Actions in the simulator's format. A ValueError names an invalid action. The simulator itself checks actions
        of the right type."""
        if actions.dtype == self.action_type and actions.shape == shape:
            return actions
        return checked_actions(actions, shape, len(self.actions))

    def _which(self, which):
        which = np.asarray(which)
        if which.shape != (self.size,) or which.dtype != bool:
            raise ValueError(f"which must be an array of {self.size} bools")
        return which.tobytes()

    def _observe(self, kind, request):
        """Sends a request that is answered with an observation: a dict, rewards, dones."""
        self._connection.send(kind, request)
        return self._observation()

    def _observation(self):
        if self._connection.memory is None:
            obs, rewards, dones = self._take(self._connection.answer(), 0, self.size)
        else:
            buffer, planes_at = self._connection.answered_buffer()
            obs, rewards, dones = self._views[buffer]
            if planes_at > 0:
                obs = {**obs, "planes": self._planes_at(buffer, planes_at)}
        return dict(obs), rewards, dones

    def _ask(self, kind, *request):
        """Sends a request that is answered with bytes."""
        self._connection.send(kind, b"".join(request))
        return self._connection.answer()

    def _planes_at(self, buffer, at):
        """The planes of a buffer with a shift in bytes, which scrolls the picture without moving
        the bytes."""
        shape = self._views[buffer][0]["planes"].shape
        planes = np.ndarray(shape, np.uint8, self._connection.memory, self._planes_from[buffer] + at)
        planes.flags.writeable = False
        return planes

    def _take(self, data, at, size):
        """Splits an observation of several matches into a dict of arrays, rewards, and dones."""
        parts = {}
        for name, kind, shape, count in self._layout:
            part = np.frombuffer(data, kind, size * count, at).reshape(size, *shape)
            at += part.nbytes
            part.flags.writeable = False
            parts[name] = part[:, 0] if self.one_seat and name in self.viewed else part
        return parts, parts.pop("rewards"), parts.pop("dones").view(bool)


def _in_own_words(sentence, players, seats):
    """Rewords the command's messages about its options for the arguments here."""
    last = re.search("0 to ([0-9]+)", sentence)
    if last and sentence.startswith(("--players must be", "--seats must be")):
        count = int(last[1]) + 1
        looking = [] if isinstance(seats, str) else list(seats)
        wrong = [seat for seat in (players if sentence.startswith("--players") else looking) if seat != "*" and not 0 <= seat < count]
        return no_seat(wrong[0], count) if wrong else f"seats must be 'all' or some of 0 ... {last[1]}, each once, not {seats!r}"
    return re.sub("^--([a-z]+)", r"\1", sentence)


def position_of(error):
    """Returns the match, the unit, and the problem from a message about an illegal action, or None
    for other messages."""
    found = re.fullmatch("match ([0-9]+), unit ([0-9]+): (.*)", str(error))
    return found and (int(found[1]), int(found[2]), found[3])


def as_array(actions):
    """A caller's actions as an array. Raises a ValueError if they aren't actions."""
    try:
        return np.asarray(actions)
    except (TypeError, ValueError):
        raise ValueError(f"actions must be an array of whole numbers, not {actions!r}") from None


def checked_actions(actions, shape, count):
    """Returns valid actions as bytes. A ValueError names an invalid action."""
    if actions.shape != shape:
        what = f"{actions.item()!r}" if actions.ndim == 0 else f"{actions.shape}"
        raise ValueError(f"actions must have the shape {shape}, not {what}")
    if actions.dtype.kind not in "iu":
        wrong = np.argwhere(actions != np.floor(actions)) if actions.dtype.kind == "f" else ()
        where = f"{actions[tuple(wrong[0])]} at {tuple(wrong[0].tolist())}" if len(wrong) else f"an array of {actions.dtype}"
        raise ValueError(f"actions must be whole numbers, found {where}")
    if actions.size and (actions.min() < 0 or actions.max() >= count):
        at = tuple(np.argwhere((actions < 0) | (actions >= count))[0].tolist())
        raise ValueError(f"{actions[at]} at {at} isn’t an action; choose 0 to {count - 1}")
    return actions.astype(np.uint8 if count < 256 else np.uint16, copy=False)


def _int32(what, number):
    return struct.pack("<i", _whole(number, 31, what))


def _whole(number, bits, what):
    """Converts a whole number of any integer type to a Python int."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
        raise ValueError(f"{what} must be a whole number, not {number!r}")
    low, high = (-(2**31), 2**31 - 1) if bits == 31 else (1 - 2**53, 2**53 - 1)
    if not low <= number <= high:
        raise ValueError(f"{what} must be {low} ... {high}, not {number}")
    return int(number)
