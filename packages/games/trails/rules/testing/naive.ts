/**
 * A second implementation of Trails, only for the tests: written from docs/trails.md in the simplest way, with every
 * cell as a word in a table. It shares no code with rules.ts.
 */
export interface NaiveMatch {
  /** By row and column: `.`, `#`, or the letter of the trail. */
  readonly table: string[][];
  readonly players: NaivePlayer[];
  readonly rounds: number;
  readonly bonus: number;
  readonly stay: boolean;
  round: number;
}

interface NaivePlayer {
  readonly letter: string;
  row: number;
  column: number;
  heading: string;
  lives: boolean;
  survived: number;
  failed: boolean;
}

/** Reads a board file's text, which must be valid. */
export function naiveMatch(text: string): NaiveMatch {
  const lines = text.trim().split('\n');
  const setting = (name: string) => lines.find((line) => line.startsWith(`${name} `))!.split(' ')[1];
  const rows = Number(setting('rows'));
  const table = lines.slice(-rows).map((line) => line.split(''));
  const players = ['a', 'b', 'c', 'd'].slice(0, Number(setting('players'))).map((letter) => {
    const row = table.findIndex((cells) => cells.includes(letter));
    const column = table[row].indexOf(letter);
    return { letter, row, column, heading: setting(letter), lives: true, survived: 0, failed: false };
  });
  const stay = lines.includes('trails stay');
  return { table, players, rounds: Number(setting('rounds')), bonus: Number(setting('bonus')), stay, round: 0 };
}

export function naiveIsOver(match: NaiveMatch): boolean {
  return match.players.filter((player) => player.lives).length < 2 || match.round === match.rounds;
}

/** `asked`: one word per player; an unknown word means straight on. */
export function naiveRound(match: NaiveMatch, asked: readonly string[]): void {
  if (naiveIsOver(match)) return;
  match.round++;
  const living = match.players.filter((player) => player.lives);
  const goals = new Map<NaivePlayer, string>();
  for (const player of living) {
    if (player.failed) continue;
    const word = asked[match.players.indexOf(player)];
    if (['up', 'right', 'down', 'left'].includes(word)) player.heading = word;
    goals.set(player, goalOf(match, player).join());
  }
  const ending = living.filter((player) => {
    if (player.failed) return true;
    const [row, column] = goalOf(match, player);
    if (match.table[row][column] !== '.') return true;
    return living.some((other) => other !== player && goals.get(other) === goals.get(player));
  });
  for (const player of living) {
    if (ending.includes(player)) {
      player.lives = false;
      continue;
    }
    [player.row, player.column] = goalOf(match, player);
    match.table[player.row][player.column] = player.letter;
    player.survived = match.round;
  }
  if (match.stay) return;
  for (const { letter } of ending)
    for (const row of match.table)
      for (let column = 0; column < row.length; column++) if (row[column] === letter) row[column] = '.';
}

function goalOf({ table }: NaiveMatch, { row, column, heading }: NaivePlayer): [number, number] {
  let [goalRow, goalColumn] = [row, column];
  if (heading === 'up') goalRow--;
  if (heading === 'down') goalRow++;
  if (heading === 'left') goalColumn--;
  if (heading === 'right') goalColumn++;
  if (goalRow === -1) goalRow = table.length - 1;
  if (goalRow === table.length) goalRow = 0;
  if (goalColumn === -1) goalColumn = table[0].length - 1;
  if (goalColumn === table[0].length) goalColumn = 0;
  return [goalRow, goalColumn];
}

export function naiveScores(match: NaiveMatch): number[] {
  const best = Math.max(...match.players.map((player) => player.survived));
  const living = match.players.filter((player) => player.lives);
  // If no player is left, the last players are those that survived longest.
  const last = living.length > 0 ? living : match.players.filter((player) => player.survived === best);
  return match.players.map((player) => {
    const share = last.includes(player) ? Math.floor(match.bonus / last.length) : 0;
    return player.survived + share;
  });
}
