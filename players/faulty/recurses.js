// Calls itself until the stack is full.
const deeper = (n) => deeper(n + 1) + 1;
process.stdin.once('data', () => deeper(0));
