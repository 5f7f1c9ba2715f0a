// Vitest would transform each module of a program first, which takes longer than starting a process. Node itself
// imports through this file.
module.exports = (address) => import(address);
