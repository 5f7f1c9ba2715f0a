"""Commands all players' units."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            for unit in self.units:
                self.move(unit.id, ludus.SLOW)


ludus.run(Faulty)
