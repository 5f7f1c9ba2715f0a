"""A player of Periscope: fires at a visible enemy, or else moves the submarine nearest to a wreck towards it."""
import periscope


class Diver(periscope.Player):
    def play(self):
        for submarine in self.mine:
            for target in self.hostile:
                direction = self.line_of_fire(submarine.cell, target.cell)
                if direction:
                    self.fire(submarine, direction)
                    return
        best = None
        for site in self.sites:
            if site.content == "empty":
                continue
            steps = self.steps_to(site.cell)
            for submarine in self.mine:
                far = steps.get(submarine.cell, 0)
                if far > 0 and (best is None or far < best[0]):
                    best = far, submarine, site
        if best is None:
            return
        _, submarine, site = best
        self.draw_cell(*site.cell)  # shown in the viewer
        self.go(submarine, *self.way_to(submarine.cell, site.cell))


periscope.run(Diver)
