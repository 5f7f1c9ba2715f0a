"""Doesn't end after the match, whatever it receives."""
import signal

import ludus

for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
ludus.run(ludus.Player)
while True:
    pass
