import { observables } from '@ludus/env/observer.ts';
import type { AnySimulator } from '@ludus/env/simulator.ts';
import { UsageError } from '@ludus/shell/exit.ts';

/** Parses the parts to observe, which are names separated by commas. `tables` stands for all tables. */
export function readObserved(text: string, simulator: AnySimulator): string[] {
  const known = observables(simulator);
  const tables = simulator.tables.map(({ name }) => name);
  return text
    .split(',')
    .filter((name) => name !== '')
    .flatMap((name) => {
      if (name === 'tables') return tables;
      // The default includes planes, even for a game without a grid.
      if (name === 'planes' && simulator.planes.length === 0) return [];
      if (!known.includes(name))
        throw new UsageError(`unknown part ${name} in --observe; choose tables, ${known.join(', ')}`);
      return [name];
    });
}

/** Parses seat numbers separated by commas, or `all`. */
export function readSeats(text: string, most: number): number[] {
  if (text === 'all') return Array.from({ length: most }, (_, seat) => seat);
  const seats = text.split(',').map((word) => (/^\d+$/.test(word) ? Number(word) : -1));
  const wrong = seats.some((seat) => seat < 0 || seat >= most) || new Set(seats).size < seats.length;
  if (wrong)
    throw new UsageError(
      `--seats must be all, or different seats from 0 to ${most - 1} separated by commas, but is ${text}`,
    );
  return seats;
}
