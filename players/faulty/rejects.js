// A promise that is rejected and that nobody awaits.
process.stdin.once('data', () => void Promise.reject(new Error('nobody awaits this')));
