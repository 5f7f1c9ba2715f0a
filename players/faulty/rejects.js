// Creates a rejected promise that no code awaits.
process.stdin.once('data', () => void Promise.reject(new Error('nobody awaits this')));
