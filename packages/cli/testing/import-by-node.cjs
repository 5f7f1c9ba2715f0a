// Vitest would transform each module of a program first, which takes longer than a process does to start: this file it leaves to Node.
module.exports = (address) => import(address);
