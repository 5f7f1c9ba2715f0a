// Picker: a player of Pick as a separate program. It reads lines and answers each prize with a number.
import { createInterface } from 'node:readline';

let round = 0;
for await (const line of createInterface({ input: process.stdin }))
  if (line.startsWith('prize')) console.log(1 + (round++ % 5));
