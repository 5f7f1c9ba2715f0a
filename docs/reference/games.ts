import { readFileSync } from 'node:fs';
import { boardFile, boardNames } from '@ludus/cli/boards.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { KITS } from 'ludus/registry.ts';

/** Returns the page about each game's budget, boards, and built-in bots, in Markdown, generated from the rules. */
export async function gamesPage(): Promise<string> {
  return [
    '# Games: budgets, boards, and built-in bots\n',
    'This page is generated from the rules and the built-in bots. The rules of each game explain the numbers.\n',
    ...KITS.flatMap(described),
  ].join('\n');
}

function described(kit: AnyKit): string[] {
  const { game, summary, players, ladder } = kit;
  const { per, cpuMs } = game.budget;
  const boards = boardNames(game).map((name) => {
    const read = game.readBoard(readFileSync(boardFile(game, name), 'utf8'));
    if (!read.ok) throw new Error(`${game.id}: the board ${name} cannot be read`);
    return `| \`${name}\` | ${game.seatsOf(read.value)} |`;
  });
  return [
    `## ${game.title}\n`,
    ...(summary === undefined ? [] : [`${summary}\n`]),
    '| property | value |\n| --- | --- |',
    `| name in commands | \`${game.id}\` |`,
    `| players in a match | ${game.seats.join(', ')} |`,
    `| budget | ${cpuMs} ms of CPU time per ${per} |`,
    `| boards | files \`${game.boardExtension}\`${game.generateBoard ? `, or generated from a seed: \`generated:${game.id}:7\`` : ''} |`,
    `| replays | files \`${game.replayExtension}\` |\n`,
    `### Built-in bots of ${game.title}\n`,
    '| bot | how it plays | rating |\n| --- | --- | --- |',
    ...players.map(({ name, summary }) => {
      const rival = ladder?.opponents.find((each) => each.name === name);
      return `| \`${name}\` | ${summary} | ${rival ? rival.rating : ''} |`;
    }),
    '',
    ...(boards.length > 0
      ? [`### Boards of ${game.title}\n`, '| board | players |\n| --- | --- |', ...boards, '']
      : []),
  ];
}
