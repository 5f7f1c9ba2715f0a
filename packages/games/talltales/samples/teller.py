"""A player of Tall Tales: calls unlikely claims, and otherwise claims its best face."""
import ludus


class Teller(ludus.Player):
    def play(self):
        mine = self.lowest_claim(self.best_face())
        if not mine or (self.claim and self.chance(self.claim.count, self.claim.face) < 0.5):
            self.call()
        else:
            self.say(mine.count, mine.face)


ludus.run(Teller)
