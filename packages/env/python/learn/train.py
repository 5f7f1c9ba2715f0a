"""Learns to play a game by playing against itself: python3 -m learn.train GAME --out FOLDER [--minutes 60] [--seed 1]

Proximal policy optimisation (Schulman et al. 2017) with generalised advantage estimates, for each unit separately, in PyTorch. All
units share one network (network.py). They see their surroundings (sights/), which also say how a seat's rewards are shared.
Three matches in four are played by the newest network alone; in the others an earlier self has half of the seats. No built-in player
is ever seen.

FOLDER receives network.pt, and curve.csv with one line per pass: what was played, the mean score of a seat, rewards and deaths per
decision, losses.
"""
import argparse
import os
import time

import numpy as np
import torch

from .matches import GENERATED, Matches
from .network import Network, masked
from .sights import sight_of
from .usage import UsageError, run, whole_number
from .whole import WholeNetwork

#: The boards to learn on: those that come with the game, or a new one for each match.
BOARDS = {
    "angrymob": [GENERATED],
    "madmax": ["default", "maze1", "maze2", "maze3", "maze4", "maze5"],
    "periscope": [GENERATED],
    "starwar": ["default", "maze1", "maze2", "maze3", "maze4", "maze5"],
    "talltales": ["default"],
    "trails": [GENERATED],
}
#: The discount of later rewards, and how far advantages look past the value's estimate.
DISCOUNT, TRACE = 0.98, 0.9
CLIP, EPOCHS, VALUE_WEIGHT, LONGEST_GRADIENT = 0.2, 3, 0.5, 0.5
#: The learning rate at the beginning and at the end; the entropy's weight is up to the game's sight.
RATE = (7e-4, 5e-5)
#: An earlier self is kept every so many passes, the last few of them.
KEEP_EVERY, KEPT = 20, 8
COLUMNS = ("pass", "seconds", "cpu_seconds", "rounds", "decisions", "matches", "score", "reward", "deaths", "entropy", "value_loss", "policy_loss")


class Learner:
    """One network, the matches that it plays, and how it gets better."""

    def __init__(self, game, boards, size, hidden, batch, seed):
        # More threads than one would make sums in another order.
        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.batch = batch
        self.random = np.random.default_rng((seed, 2))
        self.matches = Matches(game, boards, size, seed)
        self.network = Network(self.matches.sights[0].scale(), self.matches.actions, hidden)
        self.adam = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        self.earlier = [self.copy()]
        self.passes = self.decisions = 0

    def copy(self):
        other = Network(self.network.scale, self.matches.actions, self.network.first.out_features)
        other.load_state_dict(self.network.state_dict())
        return other

    def collect(self, rounds):
        """Plays this number of rounds, and more if no unit was asked. Gives observations and actions, flat, with advantages and
        targets of the value, and rewards and deaths per decision. Only decisions that counted."""
        found = self._play(rounds)
        return found if len(found[0]["action"]) > 0 else self.collect(rounds)

    @torch.no_grad()
    def _play(self, rounds):
        matches, count = self.matches, self.matches.count
        kinds = {"action": np.int64, "log_chance": np.float32, "value": np.float32, "reward": np.float32, "lives": bool, "asked": bool}
        run = {name: np.zeros((rounds + 1, count), kind) for name, kind in kinds.items()}
        run["seen"] = np.empty((rounds + 1, count, matches.inputs), np.uint8)
        run["mask"] = np.empty((rounds + 1, count, matches.actions), np.uint8)
        past = np.flatnonzero(matches.past_units())
        old = self.earlier[self.random.integers(len(self.earlier))]
        for t in range(rounds + 1):
            run["seen"][t], run["mask"][t], run["lives"][t], run["asked"][t] = matches.look()
            # Only units with a future need the network.
            here = np.flatnonzero(run["lives"][t])
            logits, values = self.network(torch.from_numpy(run["seen"][t][here]))
            run["value"][t][here] = values.numpy()
            if t == rounds:
                # The last look is only for its values: what is asked now is looked at again in the next pass.
                break
            preferences = np.zeros((count, matches.actions), np.float32)
            preferences[here] = logits.numpy()
            if len(past):
                preferences[past] = old(torch.from_numpy(run["seen"][t][past]))[0].numpy()
            log_chances = torch.log_softmax(masked(torch.from_numpy(preferences), torch.from_numpy(run["mask"][t])), 1).numpy()
            action = np.argmax(log_chances + self.random.gumbel(size=log_chances.shape), axis=1)
            run["action"][t] = action
            run["log_chance"][t] = np.take_along_axis(log_chances, action[:, None], axis=1)[:, 0]
            run["reward"][t] = matches.step(np.where(run["asked"][t], action, matches.sims[0].no_action), run["seen"][t])
        advantage = advantages(run, rounds, self.matches.sights[0].end_is_final)
        counts = run["asked"][:rounds].copy()
        counts[:, past] = False
        made = max(1, counts.sum())
        deaths, reward = (counts & ~run["lives"][1:]).sum() / made, run["reward"][:rounds][counts].sum() / made
        flat = {name: torch.from_numpy(run[name][:rounds][counts]) for name in ("seen", "mask", "action", "log_chance")}
        flat["advantage"] = torch.from_numpy(advantage[counts])
        flat["target"] = flat["advantage"] + torch.from_numpy(run["value"][:rounds][counts])
        self.decisions += len(flat["action"])
        return flat, reward, deaths

    def improve(self, flat, share):
        """Some epochs over what was collected. share: how much of the time is over. Gives mean losses."""
        rate, bonus = (start + (end - start) * share for start, end in (RATE, self.matches.sights[0].entropy))
        self.adam.param_groups[0]["lr"] = rate
        advantage = flat["advantage"]
        flat["advantage"] = (advantage - advantage.mean()) / (advantage.std(correction=0) + 1e-6)
        losses = []
        for _ in range(EPOCHS):
            order = torch.from_numpy(self.random.permutation(len(advantage)))
            for which in order.split(self.batch):
                losses.append(self._batch({name: part[which] for name, part in flat.items()}, bonus))
        self.passes += 1
        if self.passes % KEEP_EVERY == 0:
            self.earlier = [*self.earlier[1 - KEPT:], self.copy()]
        return np.mean(losses, axis=0)

    def _batch(self, batch, bonus):
        logits, values = self.network(batch["seen"])
        chances = torch.distributions.Categorical(logits=masked(logits, batch["mask"]), validate_args=False)
        ratio = torch.exp(chances.log_prob(batch["action"]) - batch["log_chance"])
        surrogate = torch.min(ratio * batch["advantage"], ratio.clamp(1 - CLIP, 1 + CLIP) * batch["advantage"]).mean()
        entropy, value_loss = chances.entropy().mean(), 0.5 * (values - batch["target"]).square().mean()
        self.adam.zero_grad()
        (VALUE_WEIGHT * value_loss - surrogate - bonus * entropy).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), LONGEST_GRADIENT)
        self.adam.step()
        return entropy.item(), value_loss.item(), -surrogate.item()


def advantages(run, rounds, end_is_final):
    """Generalised advantage estimates (rounds, count). A unit without a future expects nothing. The end of these rounds ends no
    expectation, and that of a match only where it is final."""
    advantage = np.zeros((rounds + 1, run["value"].shape[1]), np.float32)
    for t in range(rounds - 1, -1, -1):
        lives = run["lives"][t + 1]
        goes_on = lives if end_is_final else run["asked"][t + 1]
        error = run["reward"][t] + DISCOUNT * run["value"][t + 1] * lives - run["value"][t]
        advantage[t] = error + DISCOUNT * TRACE * goes_on * advantage[t + 1]
    return advantage[:rounds]


def save(learner, game, file):
    """Writes the network's numbers, and what it is a network of."""
    state = {"game": game, "hidden": learner.network.first.out_features, "actions": learner.matches.actions, "weights": learner.network.state_dict()}
    torch.save(state, file + ".part")
    os.replace(file + ".part", file)


def load(file):
    """The game and the network that `save` has written."""
    try:
        state = torch.load(file, weights_only=True)
        network = Network(state["weights"]["scale"], state["actions"], state["hidden"])
        network.load_state_dict(state["weights"])
        return state["game"], network
    except OSError:
        raise
    except Exception as error:  # PyTorch raises many kinds for a file that isn't its own.
        raise UsageError(f"{file} isn't a network.pt of learn.train") from error


def whole_of(game, network):
    """The WholeNetwork of a network."""
    weights = {name: part.detach().double().numpy() for name, part in network.named_parameters()}
    return WholeNetwork.of(weights, network.scale.numpy(), sight_of(game).most)


def line_of(learner, seconds, reward, deaths, losses):
    """A line of the curve: numbers, one for each of COLUMNS."""
    matches = learner.matches
    scores = [score.mean() for _, score in matches.final_scores]
    matches.final_scores.clear()
    return (learner.passes, round(seconds, 1), round(matches.cpu_seconds(), 1), matches.rounds, learner.decisions, len(scores),
            round(float(np.mean(scores)), 1) if scores else float("nan"), *(round(float(number), 5) for number in (reward, deaths, *losses)))


def train(game, out, boards=None, size=16, hidden=128, rounds=32, batch=2048, passes=0, minutes=0, seed=1, stop=0, report=print):
    """Learns for this number of passes or minutes of CPU time, whichever ends first. With stop, it ends after this number of passes.
    Saves the network after each pass. Gives the learner, closed, and the lines of the curve."""
    file_of = os.path.join(out, "network.pt")
    if os.path.exists(file_of):
        raise UsageError(f"{file_of} exists: choose another folder for --out, or remove the file")
    learner, start, curve = Learner(game, boards or BOARDS[game], size, hidden, batch, seed), time.monotonic(), []
    try:
        os.makedirs(out, exist_ok=True)
        with open(os.path.join(out, "curve.csv"), "w", encoding="ascii") as file:
            file.write(",".join(COLUMNS) + "\n")
            share = 0.0
            while share < 1 and not 0 < stop <= learner.passes:
                flat, reward, deaths = learner.collect(rounds)
                losses = learner.improve(flat, share)
                # The clock only decides when to stop, and how large steps are if there is no number of passes.
                share = max(learner.passes / passes if passes else 0, learner.matches.cpu_seconds() / 60 / minutes if minutes else 0)
                save(learner, game, file_of)
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
    parser.add_argument("--out", required=True, help="the folder for network.pt and curve.csv")
    parser.add_argument("--boards", nargs="+", help="boards to learn on, or generated for a new one per match; default: " + ", ".join(f"{' '.join(boards)} ({game})" for game, boards in BOARDS.items()))
    parser.add_argument("--size", type=whole_number(), default=16, help="matches per board")
    parser.add_argument("--hidden", type=whole_number(), default=128, help="units of the first layer")
    parser.add_argument("--rounds", type=whole_number(), default=32, help="rounds per pass")
    parser.add_argument("--batch", type=whole_number(), default=2048, help="decisions per step of the optimiser")
    parser.add_argument("--passes", type=whole_number(0), default=0, help="how many passes; 0: as many as the minutes allow")
    parser.add_argument("--minutes", type=float, default=0, help="how much CPU time; 0: as much as the passes take")
    parser.add_argument("--stop", type=whole_number(0), default=0, help="leave it after so many of the passes")
    parser.add_argument("--seed", type=whole_number(0), default=1)
    options = parser.parse_args()
    if options.passes <= 0 and options.minutes <= 0:
        parser.error("say --passes or --minutes")
    train(**vars(options))


if __name__ == "__main__":
    run(main)
