"""Learns to play a game by self-play: python3 -m learn.train GAME --out FOLDER [--minutes 60] [--seed 1]

Proximal policy optimisation (Schulman et al. 2017) with generalised advantage estimates, for each
unit separately, in PyTorch. All units share one network (network.py, learner.py). Each unit sees
its surroundings. The modules in sights/ define them, and how a seat's rewards are divided among its
units. In three of four matches, the newest network plays all seats; in the others, an earlier
version has half of them. Training uses no built-in player.

FOLDER receives network.pt, and curve.csv with one line per pass: progress, the mean score of a seat, rewards and
deaths per decision, and losses. The score is nan if no match ended in the pass.
"""
import argparse
import os
import time

import numpy as np

from .matches import GENERATED
from .sights import sight_of
from .usage import UsageError, run, whole_number
from .whole import WholeNetwork

#: The training boards: the game's boards, or a new one for each match.
BOARDS = {
    "angrymob": [GENERATED],
    "madmax": ["default", "maze1", "maze2", "maze3", "maze4", "maze5"],
    "periscope": [GENERATED],
    "starwar": ["default", "maze1", "maze2", "maze3", "maze4", "maze5"],
    "talltales": ["default"],
    "trails": [GENERATED],
}
COLUMNS = ("pass", "seconds", "cpu_seconds", "rounds", "decisions", "matches", "score", "reward", "deaths", "entropy", "value_loss", "policy_loss")


def whole_of(game, network):
    """Converts a network to a WholeNetwork."""
    weights = {name: part.detach().double().numpy() for name, part in network.named_parameters()}
    return WholeNetwork.of(weights, network.scale.numpy(), sight_of(game).most)


def line_of(learner, seconds, reward, deaths, losses):
    """A line of the curve: one number for each of COLUMNS."""
    matches = learner.matches
    scores = [score.mean() for _, score in matches.final_scores]
    matches.final_scores.clear()
    return (learner.passes, round(seconds, 1), round(matches.cpu_seconds(), 1), matches.rounds, learner.decisions, len(scores),
            round(float(np.mean(scores)), 1) if scores else float("nan"), *(round(float(number), 5) for number in (reward, deaths, *losses)))


def train(game, out, boards=None, size=16, hidden=128, rounds=32, batch=2048, passes=0, minutes=0, seed=1, stop=0, report=print):
    """Trains for this number of passes or minutes of CPU time, whichever ends first. With stop,
    training ends after that number of passes, but the learning rate decays as if the whole
    training followed. Saves the network after each pass. Returns the learner, closed, and the
    lines of the curve."""
    file_of = os.path.join(out, "network.pt")
    if os.path.exists(file_of):
        raise UsageError(f"{file_of} exists: choose another folder for --out, or remove the file")
    if 0 < passes < stop:
        raise UsageError(f"--stop {stop} is after the last of --passes {passes}: choose at most {passes}, or leave --stop out")
    from .learner import Learner
    from .network import save  # Only these need PyTorch.
    learner, start, curve = Learner(game, boards or BOARDS[game], size, hidden, batch, seed), time.monotonic(), []
    try:
        os.makedirs(out, exist_ok=True)
        with open(os.path.join(out, "curve.csv"), "w", encoding="ascii") as file:
            file.write(",".join(COLUMNS) + "\n")
            share = 0.0
            while share < 1 and not 0 < stop <= learner.passes:
                flat, reward, deaths = learner.collect(rounds)
                losses = learner.improve(flat, share)
                # The clock only determines when to stop, and the learning rate if no number of
                # passes is given.
                share = max(learner.passes / passes if passes else 0, learner.matches.cpu_seconds() / 60 / minutes if minutes else 0)
                save(learner.network, game, file_of)
                curve.append(line_of(learner, time.monotonic() - start, reward, deaths, losses))
                file.write(",".join(map(str, curve[-1])) + "\n")
                file.flush()
                report(" ".join(f"{name} {value}" for name, value in zip(COLUMNS, curve[-1])))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"stopped after pass {len(curve)}: {out} has the network and the curve" if curve else "stopped before the first pass") from None
    finally:
        learner.matches.close()
    return learner, curve


def main():
    parser = argparse.ArgumentParser(description="Learns to play a game by playing against itself.")
    parser.add_argument("game", choices=sorted(BOARDS))
    parser.add_argument("--out", required=True, help="folder for network.pt and curve.csv")
    parser.add_argument("--boards", nargs="+", help="boards to learn on, or generated for a new one per match; default: " + ", ".join(f"{' '.join(boards)} ({game})" for game, boards in BOARDS.items()))
    parser.add_argument("--size", type=whole_number(), default=16, help="matches per board")
    parser.add_argument("--hidden", type=whole_number(), default=128, help="units of the first layer")
    parser.add_argument("--rounds", type=whole_number(), default=32, help="rounds per pass")
    parser.add_argument("--batch", type=whole_number(), default=2048, help="decisions per step of the optimiser")
    parser.add_argument("--passes", type=whole_number(0), default=0, help="number of passes; 0: as many as --minutes allows")
    parser.add_argument("--minutes", type=float, default=0, help="CPU time in minutes; 0: as much as the passes need")
    parser.add_argument("--stop", type=whole_number(0), default=0, help="number of passes after which to stop early; the learning rate falls as for all --passes")
    parser.add_argument("--seed", type=whole_number(0), default=1)
    options = parser.parse_args()
    if options.passes <= 0 and options.minutes <= 0:
        parser.error("choose --passes or --minutes")
    train(**vars(options))


if __name__ == "__main__":
    run(main)
