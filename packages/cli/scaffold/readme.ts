import type { Debugger } from '../debugger.ts';
import { VERSION } from '../version.ts';
import { keepCommand, oldFile } from './old-version.ts';
import type { Project } from './project.ts';

/** Returns a page that leads to the first win. A test runs the commands of the page's first code block in order. */
export function readme(project: Project): string {
  const { game, title, name, player, board, replay, rival, hasLadder, elsewhere } = project;
  return `# ${name}

A bot for ${game.title} in ${title}. ${elsewhere ? `${CUSTOM} ` : ''}It is ready to play and wins its first match:

\`\`\`sh
npm start            # ${name} against ${rival} on ${board}; writes ${replay}
npm test             # checks the protocol, the limits, and the budget
${hasLadder ? 'npm run climb        # matches against the practice ladder\n' : ''}\`\`\`

Then watch your bot play:

    npm run view     # the last match in the browser (Ctrl-C ends it)
    npm run watch    # the same matches each time you save ${player}, and what has changed
    npm run open     # ${inPage(project)}

## The second win

${hasLadder ? climbSteps(project) : duelSteps(project)}
## When something is wrong

- A match reports each disqualified bot with the round, the line, and a command to debug it. ${debugLine(project)}
${project.language === 'cpp' ? `- \`npx ludus check ./${player} --game ${game.id} --sanitize\` checks each memory access and reports the line.\n` : ''}- The viewer shows your bot's log and drawings for each round; \`draw\` marks cells of the board.

Ludus isn't on npm yet. On another machine, or if \`npm start\` can't find \`ludus\`, install it from a clone: run
\`npm run pack\` in a clone of Ludus and \`npm install CLONE/dist/ludus-${VERSION}.tgz\` here.
`;
}

const CUSTOM = 'The environment variable `LUDUS_GAMES` must name the `kit.ts` of this custom game.';

const climbSteps = (project: Project): string => {
  const { name, game } = project;
  return `1. \`npm run climb\` names the first opponent that ${name} doesn't beat and describes how it plays. It writes the worst defeat
   to \`climb${game.replayExtension}\`: watch it with \`npx ludus view climb${game.replayExtension}\`.
2. ${changeStep(project)}
3. Run \`npm run climb\` again, and test whether the new version is stronger: ${duelCommand(project)}
`;
};

/** Returns the steps for a game without a practice ladder. */
const duelSteps = (project: Project): string =>
  `1. ${changeStep(project)}
2. Test whether the new version is stronger: ${duelCommand(project)}
`;

const changeStep = ({ game, language, player }: Project): string =>
  `Keep the old version: \`${keepCommand(player)}\`. Change one thing in \`${player}\`. \`npx ludus rules ${game.id} --lang ${language}\` prints the rules and the API. ${HINTS[language] ?? ''}`;

const duelCommand = ({ game, player }: Project): string =>
  `\`npx ludus duel ./${player} ./${oldFile(player)} --game ${game.id}\``;

/** Describes the studio. It plays bots in some languages; for other languages, it only shows replays and boards. */
const inPage = ({ isModule, language, name }: Project): string =>
  isModule || language === 'python'
    ? `the studio: play, watch, and compare ${name} in the browser`
    : 'the studio: replays and boards in the browser';

const HINTS: Readonly<Partial<Record<Project['language'], string>>> = {
  typescript: 'Hover over a call of `ludus` in your editor to read about it.',
  javascript: 'Hover over a call of `ludus` in your editor to read about it.',
  cpp: 'clangd reads its settings from `compile_flags.txt`.',
  python: '`npm start` counts fuel, as a contest does. A different word after `--secret` plays a different match.',
};

/**
 * Describes debugging. A program that reads the protocol itself can't be stopped in a round, so the text for such a
 * program promises only a comparison.
 */
function debugLine({ stop, name }: Project): string {
  return stop === undefined
    ? `\`npm run debug\` sends
  the last match to ${name} again and reports the rounds in which it moves differently; in VS Code, press F5.`
    : `\`npm run debug -- --round 10\` stops the last match
  in round 10 ${DEBUGGERS[stop]}; in VS Code, press F5.`;
}

const DEBUGGERS: Readonly<Record<Debugger, string>> = {
  inspector: 'in the inspector (attach to port 9229)',
  gdb: 'in gdb, with a debug build',
  pdb: 'in pdb',
};
