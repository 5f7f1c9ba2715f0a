"""Allocates too much memory before its first question, and keeps it."""
import time

kept = bytearray(b'x' * (300 << 20))
time.sleep(1000)
