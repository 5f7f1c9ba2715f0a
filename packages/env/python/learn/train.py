"""Learns to play Star War by playing against itself: python3 -m learn.train --out FOLDER [--minutes 60] [--seed 1]

Proximal policy optimisation (Schulman et al. 2017) with generalised advantage estimates, for each unit separately. All units share one network (network.py). They see their surroundings (sight.py), and their reward is the points that they score. Three matches in four
are played by the newest network alone; in the others an earlier self sits in two of the seats. No built-in player is ever seen.

FOLDER receives network.npz, and curve.csv with one line per pass: what was played, the mean score of a seat, points and deaths per decision, losses.
"""
import argparse
import os
import time

# More threads than one would make sums in another order.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402

from .matches import Matches  # noqa: E402
from .network import ACTIONS, Adam, Network, WholeNetwork  # noqa: E402
from .sight import COARSE, COARSE_PLANES, FINE, FINE_PLANES, INPUTS  # noqa: E402

#: The training boards: all boards that come with the game.
BOARDS = ["default", "maze1", "maze2", "maze3", "maze4", "maze5"]
#: The discount of later points, and how far advantages look past the value's estimate.
DISCOUNT, TRACE = 0.98, 0.9
#: Rewards are points times this.
POINT = 0.1
CLIP, EPOCHS = 0.2, 3
#: Learning rate and weight of the entropy, at the beginning and at the end.
RATE, ENTROPY = (1e-3, 1e-4), (0.02, 0.002)
#: An earlier self is kept every so many passes, the last few of them.
KEEP_EVERY, KEPT = 10, 8
#: The network is saved every so many passes, and at the end.
SAVE_EVERY = 20
COLUMNS = ("pass", "seconds", "cpu_seconds", "rounds", "decisions", "matches", "score", "points", "deaths", "entropy", "value_loss", "policy_loss")


def input_scale():
    scale = np.ones(INPUTS, np.float32)
    first = len(FINE_PLANES) * FINE
    scale[first:first + len(COARSE_PLANES) * COARSE] = 0.3
    return scale


def log_softmax(logits, mask):
    logits = np.where(mask != 0, logits, np.float32(-1e9))
    logits = logits - logits.max(axis=1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))


class Learner:
    """One network, the matches that it plays, and how it gets better."""

    def __init__(self, boards, size, hidden, batch, seed, game="starwar"):
        self.batch = batch
        self.random = np.random.default_rng((seed, 2))
        self.network = Network(INPUTS, hidden, hidden // 2, input_scale(), np.random.default_rng((seed, 3)))
        self.adam = Adam(self.network.parameters)
        self.matches = Matches(game, boards, size, seed)
        self.earlier = [self.network.copy()]
        self.passes = self.decisions = 0

    def collect(self, rounds):
        """Plays this number of rounds, and more if all units were dead. Returns observations and actions, flat, with advantages and targets of the value, and points and deaths per decision. Only decisions that counted."""
        found = self._play(rounds)
        return found if len(found[0]["action"]) > 0 else self.collect(rounds)

    def _play(self, rounds):
        matches, count = self.matches, self.matches.count
        kinds = {"action": np.int64, "log_chance": np.float32, "value": np.float32, "reward": np.float32, "alive": bool, "playing": bool}
        run = {name: np.empty((rounds + 1, count), kind) for name, kind in kinds.items()}
        run["seen"] = np.empty((rounds + 1, count, INPUTS), np.uint8)
        run["mask"] = np.empty((rounds + 1, count, ACTIONS), np.uint8)
        past = np.flatnonzero(matches.past_units())
        old = self.earlier[self.random.integers(len(self.earlier))]
        for t in range(rounds + 1):
            run["seen"][t], run["mask"][t], run["alive"][t], run["playing"][t] = matches.look()
            logits, run["value"][t], _ = self.network.forward(run["seen"][t])
            if t == rounds:
                # The last look is only for its values: what is asked now is looked at again in the next pass.
                break
            if len(past):
                logits[past] = old.forward(run["seen"][t, past])[0]
            log_chances = log_softmax(logits, run["mask"][t])
            chance = self.random.gumbel(size=log_chances.shape)
            action = np.argmax(log_chances + chance, axis=1)
            run["action"][t] = action
            run["log_chance"][t] = np.take_along_axis(log_chances, action[:, None], axis=1)[:, 0]
            run["reward"][t] = POINT * matches.step(np.where(run["playing"][t], action, matches.sims[0].no_action), run["seen"][t])
        advantage = self._advantages(run, rounds)
        counts = run["playing"][:rounds].copy()
        counts[:, past] = False
        made = max(1, counts.sum())
        deaths, points = (counts & ~run["alive"][1:]).sum() / made, run["reward"][:rounds][counts].sum() / POINT / made
        flat = {name: run[name][:rounds][counts] for name in ("seen", "mask", "action", "log_chance")}
        flat["advantage"] = advantage[counts]
        flat["target"] = flat["advantage"] + run["value"][:rounds][counts]
        self.decisions += len(flat["action"])
        return flat, points, deaths

    @staticmethod
    def _advantages(run, rounds):
        """Dying ends what a unit can expect; the end of a match, or of what was played here, does not."""
        advantage = np.zeros((rounds + 1, run["value"].shape[1]), np.float32)
        for t in range(rounds - 1, -1, -1):
            lives, goes_on = run["alive"][t + 1], run["playing"][t + 1]
            error = run["reward"][t] + DISCOUNT * run["value"][t + 1] * lives - run["value"][t]
            advantage[t] = error + DISCOUNT * TRACE * goes_on * advantage[t + 1]
        return advantage[:rounds]

    def improve(self, flat, share):
        """Some epochs over what was collected. share: how much of the time is over. Gives mean losses."""
        rate, bonus = (start + (end - start) * share for start, end in (RATE, ENTROPY))
        advantage = (flat["advantage"] - flat["advantage"].mean()) / (flat["advantage"].std() + 1e-6)
        losses = []
        for _ in range(EPOCHS):
            order = self.random.permutation(len(advantage))
            for at in range(0, len(order), self.batch):
                which = order[at:at + self.batch]
                losses.append(self._batch({name: part[which] for name, part in flat.items()}, advantage[which], rate, bonus))
        self.passes += 1
        if self.passes % KEEP_EVERY == 0:
            self.earlier = [*self.earlier[1 - KEPT:], self.network.copy()]
        return np.mean(losses, axis=0)

    def _batch(self, batch, advantage, rate, bonus):
        logits, values, kept = self.network.forward(batch["seen"])
        log_chances = log_softmax(logits, batch["mask"])
        chances, n = np.exp(log_chances), len(advantage)
        asked = batch["action"][:, None]
        ratio = np.exp(np.take_along_axis(log_chances, asked, axis=1)[:, 0] - batch["log_chance"])
        # The clipped surrogate has no slope where a better action is likely enough already, or a worse one unlikely enough.
        sloped = np.where(advantage > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slope = -(advantage * ratio * sloped)[:, None] / n
        d_logits = -slope * chances
        np.put_along_axis(d_logits, asked, np.take_along_axis(d_logits, asked, axis=1) + slope, axis=1)
        plain = chances * np.where(batch["mask"] != 0, log_chances, 0)
        entropy = -plain.sum(axis=1)
        d_logits += bonus * (plain + chances * entropy[:, None]) / n
        missed = values - batch["target"]
        gradients = self.network.gradients(kept, d_logits.astype(np.float32), (missed / n).astype(np.float32))
        self.adam.step(self.network.parameters, gradients, rate)
        surrogate = np.minimum(advantage * ratio, advantage * np.clip(ratio, 1 - CLIP, 1 + CLIP))
        return entropy.mean(), 0.5 * np.square(missed).mean(), -surrogate.mean()


def save(network, file):
    """Writes the network and what it is in whole numbers, which is what plays."""
    whole = WholeNetwork.of(network)
    np.savez(file, hidden=network.hidden, scale=network.scale, **network.parameters,
             **{"whole_" + name: part for name, part in vars(whole).items()})


def line_of(learner, seconds, points, deaths, losses):
    """A line of the curve: numbers, one for each of COLUMNS."""
    matches = learner.matches
    scores = [score.mean() for _, score in matches.final_scores]
    matches.final_scores.clear()
    return (learner.passes, round(seconds, 1), round(matches.cpu_seconds(), 1), matches.rounds, learner.decisions, len(scores),
            round(float(np.mean(scores)), 1) if scores else float("nan"), *(round(float(number), 5) for number in (points, deaths, *losses)))


def train(out, boards, size, hidden, rounds, batch, passes, minutes, seed, stop=0, report=print):
    """Learns for this number of passes or minutes, whichever ends first. With stop, it ends after this number of passes. Gives the
    network, and the lines of the curve."""
    os.makedirs(out, exist_ok=True)
    learner, start, curve = Learner(boards, size, hidden, batch, seed), time.monotonic(), []
    try:
        with open(os.path.join(out, "curve.csv"), "w", encoding="ascii") as file:
            file.write(",".join(COLUMNS) + "\n")
            share = 0.0
            while share < 1 and not 0 < stop <= learner.passes:
                flat, points, deaths = learner.collect(rounds)
                losses = learner.improve(flat, share)
                seconds = time.monotonic() - start
                # The clock only decides when to stop.
                share = max(learner.passes / passes if passes else 0, seconds / 60 / minutes if minutes else 0)
                curve.append(line_of(learner, seconds, points, deaths, losses))
                file.write(",".join(map(str, curve[-1])) + "\n")
                file.flush()
                report(" ".join(f"{name} {value}" for name, value in zip(COLUMNS, curve[-1])))
                if learner.passes % SAVE_EVERY == 0:
                    save(learner.network, os.path.join(out, "network.npz"))
            save(learner.network, os.path.join(out, "network.npz"))
    finally:
        learner.matches.close()
    return learner.network, curve


def main():
    parser = argparse.ArgumentParser(description="Learns to play Star War by playing against itself.")
    parser.add_argument("--out", required=True, help="the folder for network.npz and curve.csv")
    parser.add_argument("--boards", nargs="+", default=BOARDS)
    parser.add_argument("--size", type=int, default=16, help="matches a board")
    parser.add_argument("--hidden", type=int, default=128, help="hidden units of the policy")
    parser.add_argument("--rounds", type=int, default=32, help="rounds a pass")
    parser.add_argument("--batch", type=int, default=2048, help="decisions a step of the optimiser")
    parser.add_argument("--passes", type=int, default=0, help="how many passes; 0: as many as the minutes allow")
    parser.add_argument("--minutes", type=float, default=0, help="how long; 0: as long as the passes take")
    parser.add_argument("--stop", type=int, default=0, help="leave it after so many of the passes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.passes <= 0 and options.minutes <= 0:
        parser.error("say --passes or --minutes")
    train(**vars(options))


if __name__ == "__main__":
    main()
