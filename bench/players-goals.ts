/** Median times of one player on one board, in milliseconds. */
export interface Figures {
  readonly title: string;
  readonly player: 'Null' | 'Search';
  readonly runs: number;
  readonly rows: readonly Row[];
  /** A round trip over bare pipes. */
  readonly bareMs: number;
  /** The player's computing time for a question, in a native program and in a metered module. */
  readonly nativeMs: number;
  readonly wasmMs: number;
}

interface Row {
  readonly name: string;
  readonly matchMs: number;
  /** The median times of one question, and of a round of questions to all four seats. */
  readonly askMs: number;
  readonly roundMs: number;
}

/** A table of the figures and the goals. */
export function report(figures: Figures): string {
  const { title, runs, rows, bareMs, nativeMs, wasmMs } = figures;
  const lines = [
    `${title}; medians of ${runs} ${runs === 1 ? 'run' : 'runs'}`,
    `  ${''.padEnd(24)}  ms/match     µs/question      µs/round`,
    ...rows.map(
      ({ name, matchMs, askMs, roundMs }) =>
        `  ${name.padEnd(24)}${matchMs.toFixed(1).padStart(10)}   ${us(askMs).padStart(13)}    ${us(roundMs).padStart(10)}`,
    ),
    `  ${'one round trip through a pipe'.padEnd(37)}${us(bareMs).padStart(13)}`,
    `  ${'the bot’s own time, native'.padEnd(37)}${us(nativeMs).padStart(13)}`,
    `  ${'the bot’s own time, metered WebAssembly'.padEnd(37)}${us(wasmMs).padStart(13)}`,
    ...goals(figures).map(({ says, value, most, unit }) => {
      const shown = `${value.toFixed(2)} ${unit}`;
      return `  ${says}: ${shown}; goal: at most ${most}, ${value <= most ? 'reached' : `missed by ${(value - most).toFixed(2)}`}`;
    }),
    ...(figures.player === 'Search' ? [`  ${NO_GOALS}`] : []),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

interface Goal {
  readonly says: string;
  readonly value: number;
  readonly most: number;
  readonly unit: string;
}

const NO_GOALS = 'no goals here: variations in the bot’s computing time hide the cost of a question';

/**
 * The goals for a player that does nothing. They don't apply to other players, whose computation would hide the cost of
 * the request.
 */
function goals({ rows, player, bareMs, wasmMs }: Figures): Goal[] {
  if (player !== 'Null') return [];
  const found: Goal[] = [];
  const add = (name: string, goal: (row: Row) => Goal) =>
    found.push(...rows.filter((row) => row.name === name).map(goal));
  const unit = 'pipe round trips';
  add('native, no budget', ({ name, roundMs }) => ({
    says: `${name}: a round of four`,
    value: roundMs / bareMs,
    most: 5,
    unit,
  }));
  for (const way of ['native, --budget cpu', 'native, --sandbox'])
    add(way, ({ name, askMs }) => ({ says: `${name}: a question`, value: askMs / bareMs, most: 2, unit }));
  add('WebAssembly, fuel', ({ name, askMs }) => ({
    says: `${name}: a question, compared with the bot’s own time`,
    value: 1000 * (askMs - wasmMs),
    most: 1,
    unit: 'µs',
  }));
  return found;
}

const us = (ms: number): string => (1000 * ms).toFixed(2);
