"""Fills shared memory and unmaps the pages, which stay allocated. Without control groups, only root can see them."""
import mmap
import time

kept = mmap.mmap(-1, 400 << 20)
for start in range(0, 400 << 20, 1 << 22):
    for page in range(start, start + (1 << 22), 4096):
        kept[page] = 1
    kept.madvise(mmap.MADV_DONTNEED, start, 1 << 22)
time.sleep(1000)
