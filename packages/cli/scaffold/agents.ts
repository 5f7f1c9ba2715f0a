import { keepCommand, oldFile } from './old-version.ts';
import type { Project } from './project.ts';

/** Returns `AGENTS.md`, which describes the project for a coding agent, or for a reader at a terminal. */
export function agentsFile({ game, language, name, player, replay, rival, hasLadder, elsewhere }: Project): string {
  return `# ${name}: a bot for ${game.title}

The bot is \`${player}\`. All commands run in this folder, print plain text, ask no questions, and end without input unless
noted. Exit status 0 means success.${elsewhere ? ' `LUDUS_GAMES` must name the `kit.ts` of this custom game.' : ''}

| To | Run |
| -- | --- |
| read the rules and the API | \`npx ludus rules ${game.id} --lang ${language}\` |
| play a match against ${rival} and write \`${replay}\` | \`npm start\` |
| check the protocol, the limits, and the budget | \`npm test\` |
${hasLadder ? ladderLines(game.id) : ''}| keep the old version before a change | \`${keepCommand(player)}\` |
| compare the two versions | \`npx ludus duel ./${player} ./${oldFile(player)} --game ${game.id}\` |
| get results as JSON | add \`--json\` to ${hasLadder ? '`check`, `climb`, `rivals`, or `duel`' : '`check` or `duel`'} |
| see what the bot logged in a match | \`npm run debug\`; the log is also in \`${replay}.json\` |

Work in small steps: change one thing, run \`npm test\`${hasLadder ? ' and `npm run climb`' : ''}, and compare the two versions.
Don't change \`package.json\`, the board, or the library next to the bot: contests use their own.
`;
}

const ladderLines = (
  game: string,
): string => `| find the first built-in opponent that beats the bot, and the reasons | \`npm run climb\` |
| list the built-in opponents and how they play | \`npx ludus rivals ${game}\` |
`;
