"""The parts of ludus_env.ray that need no cluster."""
import os
import tempfile
import unittest

from .support import sys  # noqa: F401: the path to the package
from ludus_env.ray import packed, seeds_of, shard_command, unpack


class Parts(unittest.TestCase):
    def test_matches_have_the_same_seeds_whatever_the_size_of_a_task_is(self):
        self.assertEqual(seeds_of(5, 2, 7), [[7, 8], [9, 10], [11]])
        for size in (1, 3, 5, 9):
            self.assertEqual(sum(seeds_of(5, size, 7), []), [7, 8, 9, 10, 11])

    def test_a_shard_is_told_what_was_merged_before(self):
        self.assertEqual(shard_command("batch", ("A.ts", "--game", "trails"), 2, 8, 4, "part", None),
                         ["batch", "A.ts", "--game", "trails", "--shard", "2/8", "-j", "4", "-o", "part"])
        self.assertEqual(shard_command("duel", (), 1, 2, 1, "part", "merged")[-2:], ["--merged", "merged"])

    def test_a_folder_comes_back_as_it_was_and_replaces_what_was_there(self):
        with tempfile.TemporaryDirectory() as folder:
            one, other = os.path.join(folder, "one"), os.path.join(folder, "other")
            self.assertIsNone(packed(one))
            os.makedirs(os.path.join(one, "deep"))
            with open(os.path.join(one, "deep", "file"), "w") as file:
                file.write("text")
            os.makedirs(other)
            open(os.path.join(other, "old"), "w").close()
            unpack(packed(one), other)
            self.assertEqual(os.listdir(other), ["deep"])
            with open(os.path.join(other, "deep", "file")) as file:
                self.assertEqual(file.read(), "text")


if __name__ == "__main__":
    unittest.main()
