"""Loops before the first round."""
while True:
    pass
