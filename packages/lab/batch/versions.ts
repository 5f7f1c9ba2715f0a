import type { ResultLine } from './result-line.ts';

/**
 * Results of several runs may contain different players with the same name. The start of the player's fingerprint is
 * added to such a name: `Mine@1a2b3c`. Unique names don't change.
 */
export function versioned(lines: readonly ResultLine[]): ResultLine[] {
  const known = new Map<string, Set<string>>();
  for (const { players, fingerprints } of lines)
    players.forEach((name, seat) => {
      known.set(name, (known.get(name) ?? new Set()).add(fingerprints?.[seat] ?? ''));
    });
  return lines.map((line) => ({
    ...line,
    players: line.players.map((name, seat) => {
      const fingerprint = line.fingerprints?.[seat] ?? '';
      return known.get(name)!.size > 1 && fingerprint !== '' ? `${name}@${fingerprint.slice(0, SHOWN)}` : name;
    }),
  }));
}

/**
 * Number of digits of a fingerprint in a name. Two versions of one player share these digits with a probability of 1 in
 * 16 million.
 */
const SHOWN = 6;
