import { Lehmer } from '@ludus/kernel/lehmer.ts';

/**
 * Balanced designs by cyclic shifts. A base block consists of `size` different numbers mod n. Adding each of 0 to n−1
 * to its numbers gives n tables. Each player then sits in each place of the block exactly once, so any block is
 * balanced by seats. How often two players meet depends only on their distance, so only the numbers of meetings at n/2
 * distances need to be balanced.
 */
export type BaseBlock = readonly number[];

/** If there are more candidates than this, blocks are drawn at random instead of being tried in turn. */
const MAX_CANDIDATES = 20_000;
const RESTARTS = 8;
const SWEEPS = 6;

/** The n tables of one base block. */
export function develop(block: BaseBlock, n: number): number[][] {
  return Array.from({ length: n }, (_, shift) => block.map((x) => (x + shift) % n));
}

/** For each distance 1 to ⌊n/2⌋: how often two players at this distance meet at the tables of all blocks. */
export function meetingsByDistance(blocks: readonly BaseBlock[], n: number): number[] {
  const meetings = new Array<number>(Math.floor(n / 2)).fill(0);
  for (const block of blocks) count(block, n, meetings, 1);
  return meetings;
}

/** Adds (`by` 1) or removes (−1) a block's meetings. Returns the increase in unevenness. */
function count(block: BaseBlock, n: number, meetings: number[], by: number): number {
  let more = 0;
  for (let i = 0; i < block.length; i++) {
    for (let j = i + 1; j < block.length; j++) {
      const difference = Math.abs(block[i] - block[j]);
      const distance = Math.min(difference, n - difference);
      // The n shifts of a block contain each pair of opposite players twice.
      const opposite = 2 * distance === n;
      const [before, change] = [meetings[distance - 1], opposite ? 2 * by : by];
      meetings[distance - 1] = before + change;
      more += change * (2 * before + change) * (opposite ? 0.5 : 1);
    }
  }
  return more;
}

/**
 * `blocks` base blocks of `size` players from `n` ≥ `size`, with the numbers of meetings as even as possible. Blocks
 * are chosen greedily, and then each block is replaced by the block that fits best with the other blocks. This is
 * repeated from several starts. The same arguments give the same blocks.
 */
export function baseBlocks(n: number, size: number, blocks: number, seed: number): BaseBlock[] {
  const random = new Lehmer(seed);
  const candidates = candidateBlocks(n, size, random);
  let best: BaseBlock[] = [];
  let least = Infinity;
  for (let restart = 0; restart < RESTARTS && least > unavoidable(n, size, blocks); restart++) {
    const meetings = new Array<number>(Math.floor(n / 2)).fill(0);
    const chosen: BaseBlock[] = [];
    for (let i = 0; i < blocks; i++) {
      const start = random.range(0, candidates.length - 1);
      chosen.push(evenest(candidates, start, n, meetings));
      count(chosen[i], n, meetings, 1);
    }
    let uneven = unevenness(meetings, n);
    for (let sweep = 0; sweep < SWEEPS && uneven > unavoidable(n, size, blocks); sweep++) {
      for (let i = 0; i < blocks; i++) {
        count(chosen[i], n, meetings, -1);
        chosen[i] = evenest(candidates, random.range(0, candidates.length - 1), n, meetings);
        count(chosen[i], n, meetings, 1);
      }
      const now = unevenness(meetings, n);
      if (now >= uneven) break;
      uneven = now;
    }
    if (uneven < least) {
      least = uneven;
      best = [...chosen];
    }
  }
  return best.map((block) => shuffled(block, random));
}

/** The sum over all pairs of the squared number of meetings. It is lowest if all pairs meet equally often. */
function unevenness(meetings: readonly number[], n: number): number {
  let sum = 0;
  // There are n pairs at each distance, but only n/2 pairs of opposite players.
  for (let d = 1; d <= meetings.length; d++) sum += meetings[d - 1] ** 2 * (2 * d === n ? 0.5 : 1);
  return sum;
}

/**
 * The lower bound of the unevenness. The bound is reached if the meetings at all distances differ by at most one.
 * Two opposite players always meet an even number of times.
 */
function unavoidable(n: number, size: number, blocks: number): number {
  const meetings = (blocks * size * (size - 1)) / 2;
  const distances = Math.ceil(n / 2) - 1;
  let least = Infinity;
  for (let opposite = 0; opposite <= (n % 2 === 0 ? meetings : 0); opposite++) {
    const others = meetings - opposite;
    const share = distances === 0 ? 0 : Math.floor(others / distances);
    const more = others - share * distances;
    if (distances > 0 || others === 0)
      least = Math.min(least, more * (share + 1) ** 2 + (distances - more) * share ** 2 + 2 * opposite ** 2);
  }
  return least + 1e-9;
}

function evenest(candidates: readonly BaseBlock[], start: number, n: number, meetings: number[]): BaseBlock {
  let best = candidates[start];
  let least = Infinity;
  for (let i = 0; i < candidates.length; i++) {
    const block = candidates[(start + i) % candidates.length];
    const uneven = count(block, n, meetings, 1);
    count(block, n, meetings, -1);
    if (uneven < least) {
      least = uneven;
      best = block;
    }
  }
  return best;
}

/**
 * The candidates for base blocks. All contain 0, because adding a number to a block doesn't change the block's tables.
 */
function candidateBlocks(n: number, size: number, random: Lehmer): BaseBlock[] {
  let number = 1;
  for (let i = 1; i < size; i++) number = (number * (n - i)) / i;
  if (number > MAX_CANDIDATES)
    return Array.from({ length: MAX_CANDIDATES }, () => [0, ...drawDistinct(n - 1, size - 1, random)]);
  const blocks: BaseBlock[] = [];
  const extend = (block: number[]): void => {
    if (block.length === size) blocks.push(block);
    else for (let x = block[block.length - 1] + 1; x < n; x++) extend([...block, x]);
  };
  extend([0]);
  return blocks;
}

/** `k` different numbers from 1 to n. */
function drawDistinct(n: number, k: number, random: Lehmer): number[] {
  const drawn = new Set<number>();
  while (drawn.size < k) drawn.add(random.range(1, n));
  return [...drawn];
}

function shuffled<T>(list: readonly T[], random: Lehmer): T[] {
  return random.permutation(list.length).map((i) => list[i]);
}
