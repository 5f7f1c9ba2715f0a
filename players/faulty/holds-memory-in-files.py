"""Fills files in memory without mapping them, before its first question."""
import os
import time

kept = os.memfd_create('kept')
for _ in range(400):
    os.write(kept, b'x' * (1 << 20))
time.sleep(1000)
