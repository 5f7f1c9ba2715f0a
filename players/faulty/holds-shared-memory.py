"""Allocates shared memory, which belongs to no single process, before its first question."""
import mmap
import time

kept = mmap.mmap(-1, 400 << 20)
for page in range(0, 400 << 20, 4096):
    kept[page] = 1
time.sleep(1000)
