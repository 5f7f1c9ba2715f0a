// dtoa.c names this file and uses nothing of it; wasi-libc does not have it.
