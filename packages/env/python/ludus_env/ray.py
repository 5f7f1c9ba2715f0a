"""Batches, duels, and rollouts as tasks of a Ray cluster (https://docs.ray.io); it needs the package `ray`.

    import ray
    from ludus_env.ray import batch, duel, rollouts

    ray.init(runtime_env={"working_dir": "."})    # your bots, on every node
    done = batch("Mine.ts", "Dummy", "Demo", "Null", "--game", "madmax", "--seeds", "1..1000", "--secret", "autumn", shards=64, out="run")
    done = duel("Mine.ts", "Demo", "--game", "madmax", "--budget", "none", shards=8, out="duel")
    totals = rollouts("madmax", policy, matches=4096)

Every node needs Ludus: the package `ludus_env` and Node, or the environment variable LUDUS with the command. If a
task's node fails, the task runs again on another node.
"""
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from typing import NamedTuple

import numpy as np

from .connection import command
from .simulator import Simulator

#: Exit code of `ludus merge` if shards are missing or another round follows.
AGAIN = 75
#: Maximum number of retries of a task after failures of its node.
RETRIES = 8


class Merged(NamedTuple):
    """The output of `ludus merge`. The exit code is the same as for the run without shards."""
    code: int
    text: str
    folder: str


class RunError(RuntimeError):
    """Ludus refused to play or to merge. The message comes from Ludus."""


def batch(*arguments, shards, out, cpus=1):
    """Plays `ludus batch ARGUMENTS` split into `shards` tasks, and merges their parts into the
    folder `out`. cpus: the number of CPUs for each task, and of matches that it plays in
    parallel. Existing parts (`out`-parts) are resumed."""
    return _rounds("batch", arguments, shards, out, cpus)


def duel(*arguments, shards, out, cpus=1):
    """Plays `ludus duel ARGUMENTS` in rounds of `shards` tasks until it is decided. The arguments are those of
    `batch`."""
    return _rounds("duel", arguments, shards, out, cpus)


def rollouts(game, policy, *, matches, size=64, seed=1, cpus=1, **options):
    """Plays matches in tasks of `size` matches. `policy` maps observations to the actions (size,
    units) of all seats. Returns the rewards of whole matches (matches, seats). Match i has the
    seed `seed` + i, no matter how matches are divided into tasks. options: those of `Simulator`."""
    ray = _ray()
    play = ray.remote(_rollout).options(num_cpus=cpus, max_retries=RETRIES)
    given = ray.put(policy)
    parts = [play.remote(game, given, seeds, options) for seeds in seeds_of(matches, size, seed)]
    return np.concatenate(ray.get(parts))


def seeds_of(matches, size, seed):
    """The seeds of each task."""
    return [list(range(seed + first, seed + min(first + size, matches))) for first in range(0, matches, size)]


def shard_command(kind, arguments, shard, shards, jobs, part, merged):
    """Returns the command of a task. merged: a folder, or None if there are no merged parts yet."""
    known = [] if merged is None else ["--merged", merged]
    return [kind, *arguments, "--shard", f"{shard}/{shards}", "-j", str(jobs), "-o", part, *known]


def packed(folder):
    """Packs a folder into bytes; None if there is none."""
    if not os.path.isdir(folder):
        return None
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz", compresslevel=1) as tar:
        tar.add(folder, arcname=".")
    return data.getvalue()


def unpack(data, folder):
    """Replaces a folder with the contents of a packed folder."""
    fresh = folder + ".new"
    shutil.rmtree(fresh, ignore_errors=True)
    os.makedirs(fresh)
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as tar:
        tar.extractall(fresh, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    shutil.rmtree(folder, ignore_errors=True)
    os.replace(fresh, folder)


def _rounds(kind, arguments, shards, out, cpus):
    ray = _ray()
    play = ray.remote(_play).options(num_cpus=cpus, max_retries=RETRIES)
    parts = {shard: os.path.join(f"{out}-parts", str(shard)) for shard in range(1, shards + 1)}
    os.makedirs(f"{out}-parts", exist_ok=True)
    while True:
        merged = ray.put(packed(out) if kind == "duel" else None)
        under_way = {play.remote(kind, arguments, shard, shards, packed(folder), merged, cpus): folder for shard, folder in parts.items()}
        while under_way:
            # Each result is stored as soon as it is ready, so that a stopped run can be resumed.
            (ready, *_), _ = ray.wait(list(under_way))
            unpack(ray.get(ready), under_way.pop(ready))
        done = subprocess.run([*command(), "merge", *parts.values(), "-o", out], capture_output=True, text=True)
        if done.returncode != AGAIN:
            break
        if kind != "duel":
            raise RunError(done.stderr.strip() or done.stdout.strip())
    if done.returncode == 2:
        raise RunError(done.stderr.strip())
    return Merged(done.returncode, done.stdout, out)


def _play(kind, arguments, shard, shards, part, merged, jobs):
    """Runs one shard on any node. It receives the shard's previous results, and returns the new
    ones."""
    with tempfile.TemporaryDirectory() as folder:
        own, before = os.path.join(folder, "part"), os.path.join(folder, "merged")
        if part is not None:
            unpack(part, own)
        if merged is not None:
            unpack(merged, before)
        done = subprocess.run([*command(), *shard_command(kind, arguments, shard, shards, jobs, own, merged and before)],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise RunError(done.stderr.strip() or f"shard {shard} ended with {done.returncode}")
        return packed(own)


def _rollout(game, policy, seeds, options):
    with Simulator(game, size=len(seeds), **{"seats": "all", **options}) as simulator:
        observation = simulator.reset_matches(seeds)
        totals, over = np.zeros((len(seeds), simulator.seats)), np.zeros(len(seeds), bool)
        while not over.all():
            observation, rewards, dones = simulator.step(policy(observation))
            totals[~over] += rewards[~over]
            over |= dones.astype(bool)
        return totals


def _ray():
    try:
        import ray
    except ImportError:
        raise ImportError("ludus_env.ray needs Ray, which isn't installed: pip install ray") from None
    return ray
