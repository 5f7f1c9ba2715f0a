"""The learner: proximal policy optimisation (Schulman et al. 2017) with generalised advantage estimates, for each unit separately."""
import numpy as np
import torch

from .matches import DISCOUNT, Matches
from .network import Network, masked

#: The decay λ of advantage estimates over future rounds.
TRACE = 0.9
CLIP, EPOCHS, VALUE_WEIGHT, MAX_GRADIENT_NORM = 0.2, 3, 0.5, 0.5
#: The learning rate at the beginning and at the end. The game's sight sets the entropy's weight.
RATE = (7e-4, 5e-5)
#: Passes between stored earlier versions, and number of stored versions.
KEEP_EVERY, KEPT = 20, 8


class Learner:
    """A network, the matches that it plays, and the way it is trained."""

    def __init__(self, game, boards, size, hidden, batch, seed):
        # More than one thread would change the order in which numbers are added.
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
        """Plays this number of rounds, and more if no unit had a choice. Returns observations and actions, flat, with
        advantages and value targets, and rewards and deaths per decision. Only decisions that counted are included."""
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
                # The last observation is needed only for its expected rewards. Its decisions are
                # made in the next pass.
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
        """Trains for several epochs on the collected data. share: the share of the training time
        that has passed. Returns mean losses."""
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
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), MAX_GRADIENT_NORM)
        self.adam.step()
        return entropy.item(), value_loss.item(), -surrogate.item()


def advantages(run, rounds, end_is_final):
    """Generalised advantage estimates (rounds, count). A unit without a future has no expected
    reward. The end of these rounds doesn't end expectations, and the end of a match ends them
    only if it is final."""
    advantage = np.zeros((rounds + 1, run["value"].shape[1]), np.float32)
    for t in range(rounds - 1, -1, -1):
        lives = run["lives"][t + 1]
        goes_on = lives if end_is_final else run["asked"][t + 1]
        error = run["reward"][t] + DISCOUNT * run["value"][t + 1] * lives - run["value"][t]
        advantage[t] = error + DISCOUNT * TRACE * goes_on * advantage[t + 1]
    return advantage[:rounds]
