"""Ludus: all that a Python player of Tall Tales needs. One file, Python 3.9 or later, nothing to install.

A player is a class with a method play(), called once on each of its turns:

    import ludus

    class Mine(ludus.Player):
        def play(self):
            if self.claim and self.chance(self.claim.count, self.claim.face) < 0.5:
                self.call()
            else:
                claim = self.lowest_claim(self.best_face())
                self.say(claim.count, claim.face)

    ludus.run(Mine)

Attributes persist between turns; the observation is new on each turn. Output goes to the player's log, and so does
standard error. Players are numbered from 0, faces are 1 to 6, and lists of dice are in ascending order.
"""
import os
import random
import sys
from collections import namedtuple
from math import comb

FACES = range(1, 7)
MAX_DICE = 20
_LETTERS = "abcdef"

# A claim: at least `count` dice show `face`. `opens`: the player opened dice with it. `player`: its player, None in
# lists of legal ones.
Claim = namedtuple("Claim", "count face opens player")
# The number of a player's claims that were called, of false ones among them, of its calls, and of right ones among
# them.
Record = namedtuple("Record", "tested caught calls right")
# The previous deal: its wild face, its claims, the caller, the player that lost a die, and all dice by player.
LastDeal = namedtuple("LastDeal", "wild claims caller loser dice")


class Player:
    """Derive your player from this class and write play(). Attributes set by the referee:

    me               my number
    names            the players' names
    players          the number of players
    settings         the numbers of the board file: settings["dice"], settings["bouts"]
    round            rounds played;  bout, deal: completed ones
    wild             the wild face, which matches every other; 0 if there is none
    dice             the faces under my cup
    left, points     one number per player: its dice, its points
    open             one list per player: the faces that it has opened
    records          one Record per player
    total, hidden    all dice; those under the other players' cups
    claims, claim    the claims of this deal, and the last one (None if I begin)
    last             the LastDeal, or None
    random           a generator with the same numbers in every match, so that matches can be repeated
    """

    def play(self):
        pass

    def say(self, count, face, open=False):
        """Claims that at least `count` dice match `face`. With `open`, my matching dice are opened and the others
        shaken.
        """
        if count not in range(1, MAX_DICE + 1) or face not in FACES:
            raise ValueError("say(%r, %r): expected 1 to 20 dice of a face 1 to 6" % (count, face))
        self._answer = "%dx%d%s" % (count, face, "!" if open else "")

    def call(self):
        """Calls the last claim."""
        self._answer = "call"

    def log(self, *values):
        """Writes a line to the log of this round."""
        print(*values, file=sys.stderr, flush=True)

    def others(self):
        """The other players with dice."""
        return [player for player in range(self.players) if player != self.me and self.left[player] > 0]

    def _fits(self, dice, face):
        return sum(1 for die in dice if die in (face, self.wild))

    def seen(self, face):
        """The number of visible dice that match a face: mine, and the others' open ones."""
        return self._fits(self.dice, face) + sum(self._fits(dice, face) for dice in self.open)

    def best_face(self):
        """The face with the most visible dice, the highest one in a tie; never the wild face."""
        return max((face for face in FACES if face != self.wild), key=lambda face: (self.seen(face), face))

    def chance(self, count, face):
        """The probability (0 to 1) that a claim is true if hidden dice show each face equally often."""
        need, each = count - self.seen(face), 1 / 3 if self.wild else 1 / 6
        ways = range(max(need, 0), self.hidden + 1)
        return sum(comb(self.hidden, n) * each**n * (1 - each) ** (self.hidden - n) for n in ways)

    def can_open(self, face):
        """Whether I can open dice with a claim of that face. Some dice under my cup must match, and others must not."""
        return face != self.wild and 0 < self._fits(self.dice, face) < len(self.dice)

    def legal_claims(self):
        """All legal claims, the lowest first."""
        least = (self.claim.count, self.claim.face) if self.claim else (0, 0)
        plain = [(n, face) for n in range(1, self.total + 1) for face in FACES if face != self.wild and (n, face) > least]
        return [
            Claim(count, face, opens, None)
            for count, face in plain
            for opens in (False, True)
            if not opens or self.can_open(face)
        ]

    def lowest_claim(self, face):
        """The lowest legal claim of a face, or None."""
        return next((claim for claim in self.legal_claims() if claim.face == face), None)


def run(player_class):
    """Plays a match over standard input and output, until the input ends."""
    out, sys.stdout = sys.stdout, sys.stderr
    player = player_class.__new__(player_class)
    _read_settings(player)
    player.__init__()
    while _read_position(player):
        player._answer = "-"
        if str(player.round) == os.environ.get("LUDUS_DEBUG_ROUND"):
            _debug(player)
        else:
            player.play()
        out.write(player._answer + "\n")
        out.flush()


def _debug(player):
    """`ludus debug --round` stops here, with pdb on the terminal, because standard input and output carry the protocol.
    """
    import pdb

    with open("/dev/tty") as keys, open("/dev/tty", "w") as screen:
        pdb.Pdb(stdin=keys, stdout=screen).runcall(player.play)


def _words():
    line = sys.stdin.readline()
    return line.split() if line else None


def _read_settings(player):
    player.me = _LETTERS.index(_words()[1])
    player.names = _words()[1:]
    _words()
    player.settings = {}
    while "wilds" not in player.settings:
        name, number = _words()
        player.settings[name] = int(number)
    player.wilds = [int(face) for face in _words()]
    player.players = player.settings["players"]
    player.random = random.Random(player.me)
    player._answer = "-"


def _dice(counts):
    return [face for face, count in zip(FACES, counts) for _ in range(int(count))]


def _claim(letter, word):
    count, face = word.rstrip("!").split("x")
    return Claim(int(count), int(face), word.endswith("!"), _LETTERS.index(letter))


def _read_position(player):
    words = _words()
    while words and words[0] != "round":
        words = _words()
    if not words:
        return False
    player.round, player.bout, player.deal, player.wild = (int(word) for word in words[1::2])
    player.left, player.points, player.open, player.records, player.claims = [], [], [], [], []
    last, told, shown = None, [], []
    words = _words()
    while words[0] != "go":
        kind, *rest = words
        if kind == "player":
            left, points, caught, tested, right, calls = (int(word) for word in rest[1:7])
            player.left.append(left)
            player.points.append(points)
            player.records.append(Record(tested, caught, calls, right))
            player.open.append(_dice(rest[7:]))
        elif kind == "cup":
            player.dice = _dice(rest)
        elif kind == "claim":
            player.claims.append(_claim(*rest))
        elif kind == "last":
            last = rest
        elif kind == "told":
            told.append(_claim(*rest))
        elif kind == "shown":
            shown.append(_dice(rest[1:]))
        words = _words()
    player.claim = player.claims[-1] if player.claims else None
    player.total = sum(player.left)
    player.hidden = sum(player.left[other] - len(player.open[other]) for other in player.others())
    player.last = last and LastDeal(int(last[0]), told, _LETTERS.index(last[1]), _LETTERS.index(last[2]), shown)
    return True
