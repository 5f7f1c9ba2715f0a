// dtoa.c includes this file but uses nothing from it; wasi-libc does not have it.
