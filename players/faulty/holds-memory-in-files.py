"""Fills files that are only in memory and maps none of them, before it is asked anything."""
import os
import time

kept = os.memfd_create('kept')
for _ in range(400):
    os.write(kept, b'x' * (1 << 20))
time.sleep(1000)
