"""Takes too much memory before it is asked anything, and holds it."""
import time

kept = bytearray(b'x' * (300 << 20))
time.sleep(1000)
