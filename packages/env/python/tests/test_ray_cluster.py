"""Runs on a real Ray cluster of two nodes on this machine, one of which is killed. python-packages.long.test.ts starts
it."""
import os
import subprocess
import tempfile
import threading
import time
import unittest

import numpy as np
import ray
from ray.cluster_utils import Cluster

from .support import sys  # noqa: F401: the path to the package
from ludus_env import Simulator
from ludus_env.connection import command
from ludus_env.ray import batch, duel, rollouts

BATCH = ("Dummy", "Demo", "Null", "Magpie", "--game", "madmax", "--seeds", "1..24", "--secret", "autumn")
DUEL = ("Demo", "Null", "--game", "madmax", "--budget", "none", "--pairs", "8")


class Straight:
    """A policy in which all units choose the same action."""
    def __init__(self, units):
        self.units = units

    def __call__(self, observation):
        return np.ones((len(next(iter(observation.values()))), self.units), int)


def alone(kind, arguments, folder):
    """The output of the same run without Ray."""
    return subprocess.run([*command(), kind, *arguments, "-j", "1", "-o", folder], capture_output=True, text=True)


def results(folder):
    with open(os.path.join(folder, "results.jsonl"), "rb") as file:
        return file.read()


class RayCluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        cls.other = cls.cluster.add_node(num_cpus=1)
        path = os.pathsep.join(path for path in sys.path if path)
        ray.init(address=cls.cluster.address, runtime_env={"env_vars": {"PYTHONPATH": path}}, log_to_driver=False)

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()
        cls.cluster.shutdown()

    def test_1_a_duel_is_decided_as_without_shards(self):
        with tempfile.TemporaryDirectory() as folder:
            here = alone("duel", DUEL, os.path.join(folder, "here"))
            done = duel(*DUEL, shards=2, out=os.path.join(folder, "there"))
            self.assertEqual(done.code, here.returncode)
            self.assertEqual(results(done.folder), results(os.path.join(folder, "here")))

    def test_2_rollouts_are_those_of_one_simulator_whatever_the_tasks_are(self):
        with Simulator("trails", size=6, seats="all") as simulator:
            policy, seats = Straight(simulator.units), simulator.seats
        one = rollouts("trails", policy, matches=6, size=6)
        self.assertEqual(one.shape, (6, seats))
        np.testing.assert_array_equal(one, rollouts("trails", policy, matches=6, size=2))

    def test_3_a_batch_is_whole_and_the_same_when_a_node_is_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(alone("batch", BATCH, os.path.join(folder, "here")).returncode, 0)
            parts = os.path.join(folder, "there-parts")

            def kill():
                # As soon as some parts exist, tasks are running on both nodes.
                while not os.path.isdir(parts) or len([part for part in os.listdir(parts) if not part.endswith(".new")]) < 2:
                    time.sleep(0.05)
                self.cluster.remove_node(self.other, allow_graceful=False)

            killer = threading.Thread(target=kill)
            killer.start()
            done = batch(*BATCH, shards=8, out=os.path.join(folder, "there"))
            killer.join()
            self.assertEqual(done.code, 0)
            self.assertEqual(len([node for node in ray.nodes() if node["Alive"]]), 1)
            self.assertEqual(results(done.folder), results(os.path.join(folder, "here")))


if __name__ == "__main__":
    unittest.main()
