import type { ResultLine } from './result-line.ts';

/**
 * Results of several runs may hold players that share a name and are not the same: these get the beginning of their fingerprint,
 * `Mine@1a2b3c`. Names that stand for one player stay as they are.
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

/** Digits of a fingerprint: two versions of one player share them once in 16 million. */
const SHOWN = 6;
