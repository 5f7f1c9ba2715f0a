import type { Debugger } from '../debugger.ts';
import type { Project } from './project.ts';

/** One page that leads to the first win. A test runs the commands of its first block in order. */
export function readme(project: Project): string {
  const { game, title, name, player, board, replay, rival } = project;
  return `# ${name}

A bot for ${game.title} in ${title}. It is ready to play and wins its first match:

\`\`\`sh
npm start            # ${name} against ${rival} on ${board}; writes ${replay}
npm test             # checks the protocol, the limits, and the budget
npm run climb        # matches against the practice ladder
\`\`\`

Then watch it play:

    npm run view     # the last match in the browser (Ctrl-C ends it)
    npm run watch    # the same matches each time you save ${player}, and what has changed

## The second win

1. \`npm run climb\` names the first opponent that ${name} doesn't beat and describes how it plays. It writes the worst defeat
   to \`climb${game.replayExtension}\`: watch it with \`npx ludus view climb${game.replayExtension}\`.
2. Change one thing in \`${player}\`. ${HINTS[project.language] ?? HINTS.python}
3. Run \`npm run climb\` again. Keep the old file (\`old-${player}\`) and test whether the new one is stronger:
   \`npx ludus duel ./${player} ./old-${player} --game ${game.id}\`

## When something is wrong

- A match reports each disqualified bot with the round, the line, and a command to debug it. ${debugLine(project)}
${project.language === 'cpp' ? `- \`npx ludus check ./${player} --game ${game.id} --sanitize\` checks each memory access and reports the line.\n` : ''}- The viewer shows your bot's log and drawings for each round; \`draw\` marks cells of the board.

On another machine, or if \`npm start\` can't find \`ludus\`, run \`npm install\` once.
`;
}

const HINTS: Readonly<Partial<Record<Project['language'], string>>> = {
  typescript: 'Hover over a call of `ludus` in your editor to read about it.',
  javascript: 'Hover over a call of `ludus` in your editor to read about it.',
  cpp: 'clangd reads its settings from `compile_flags.txt`.',
  python: 'The file next to it and the rules describe the API.',
  java: 'The file next to it and the rules describe the API.',
  rust: 'docs/protocol.md describes the lines that it reads and writes.',
  go: 'docs/protocol.md describes the lines that it reads and writes.',
};

/** A program that reads the protocol itself can't be stopped in a round, so its text promises only a comparison. */
function debugLine({ stop, name }: Project): string {
  return stop === undefined
    ? `\`npm run debug\` sends
  the last match to ${name} again and reports the rounds in which it moves differently; in VS Code, press F5.`
    : `\`npm run debug -- --round 10\` stops the last match
  in round 10 ${DEBUGGERS[stop]}; in VS Code, press F5.`;
}

const DEBUGGERS: Readonly<Record<Debugger, string>> = {
  inspector: 'in the inspector (VS Code: F5, or attach to port 9229)',
  gdb: 'in gdb, with a debug build',
  pdb: 'in pdb',
};
