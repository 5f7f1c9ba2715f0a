"""A player's inputs in Tall Tales: its tables and the last claim."""
import numpy as np

from .sight import Sight

#: Maximum input; larger numbers are clipped.
LARGEST = 12


class TallTalesSight(Sight):
    observe = ("tables", "mask", "actors")

    def __init__(self, sim):
        super().__init__(sim)
        self.fields = 9 + 26 * sim.seats + 3
        # Each number is one input, and is also one-hot encoded into a few classes.
        self.inputs = self.fields * (1 + 6)

    def scale(self):
        return np.repeat([0.2, 1], [self.fields, 6 * self.fields]).astype(np.float32)

    def look(self, obs):
        """(size * units, inputs) uint8, and whether each unit lives (size, units)."""
        count = obs["claims_count"]
        last = np.take_along_axis(obs["claims"], np.maximum(count - 1, 0)[:, :, None, None], axis=2)[:, :, 0, 1:]
        last = np.where(count[:, :, None] > 0, last, 0)
        parts = [obs["deal"], obs["players"], last]
        fields = np.concatenate([part.reshape(self.size * self.units, -1) for part in parts], axis=1)
        ones = fields[:, :, None] == np.arange(1, 7)
        seen = np.concatenate([np.clip(fields, 0, LARGEST), ones.reshape(len(fields), -1)], axis=1).astype(np.uint8)
        return seen, np.ones((self.size, self.units), bool)
