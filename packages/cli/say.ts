import type { Verdict } from '@ludus/referee/match.ts';

/** The originals' closing lines on standard error. */
export function sayScores(names: readonly string[], scores: readonly number[]): void {
  names.forEach((name, seat) => {
    info(`player ${name} got score ${scores[seat]}`);
  });
  const top = Math.max(...scores);
  info(`player(s) ${names.filter((_, seat) => scores[seat] === top).join(' ')} got top score`);
}

export function sayVerdict(verdict: Verdict): void {
  info(`player ${verdict.name} (seat ${verdict.seat}) is frozen in round ${verdict.round}: ${verdict.sentence}`);
}

export function info(text: string): void {
  process.stderr.write(`info: ${text}\n`);
}
