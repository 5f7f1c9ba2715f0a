import type { Debugger } from '../debugger.ts';
import type { Project } from './project.ts';

/** One page that leads to the first win. The commands of its first block are run by a test, in their order. */
export function readme(project: Project): string {
  const { game, title, name, player, board, replay, rival } = project;
  return `# ${name}

A player of ${game.title} in ${title}. It plays already, and wins its first match:

\`\`\`sh
npm start            # ${name} against ${rival}, on ${board}; the match goes into ${replay}
npm test             # does it keep the protocol, the limits and its budget?
npm run climb        # up the ladder: who is beaten, and what does the next one do better?
\`\`\`

Then, with the match before your eyes:

    npm run view     # the last match in the browser (Ctrl-C ends)
    npm run watch    # at each save of ${player} the same matches again, and what has changed

## The second win

1. \`npm run climb\` names the rival that ${name} does not beat yet, says how it plays, and puts the match that was lost worst
   into \`climb${game.replayEnding}\`: look at it with \`npx ludus view climb${game.replayEnding}\`.
2. Change one thing in \`${player}\`. ${HINTS[project.language] ?? HINTS.python}
3. Again: \`npm run climb\`. Keep the old file (\`old-${player}\`) and ask \`npx ludus duel ./${player} ./old-${player} --game ${game.id}\`
   whether the new one is stronger.

## When something is wrong

- A match says who was frozen, in which round and line, and the command to paste. ${debugLine(project)}
${project.language === 'cpp' ? `- \`npx ludus check ./${player} --game ${game.id} --sanitize\` looks at each access to memory and names the line.\n` : ''}- What the player logs and draws is in the viewer, round by round; \`draw\` marks cells over the board.

On another machine, or where \`npm start\` says that \`ludus\` is not found: \`npm install\`, once.
`;
}

const HINTS: Readonly<Partial<Record<Project['language'], string>>> = {
  typescript: 'Your editor knows every call of `ludus`: hover over them.',
  javascript: 'Your editor knows every call of `ludus`: hover over them.',
  cpp: '`compile_flags.txt` tells clangd all that it needs.',
  python: 'The file beside it, or the rules, say what can be asked.',
  java: 'The file beside it, or the rules, say what can be asked.',
  rust: 'It reads and writes the lines that docs/protocol.md shows.',
  go: 'It reads and writes the lines that docs/protocol.md shows.',
};

/** Nothing is promised that does not happen: a program that reads the protocol by itself is stopped nowhere. */
function debugLine({ stop, name }: Project): string {
  return stop === undefined
    ? `\`npm run debug\` feeds
  the last match to ${name} again and says in which rounds it answers differently; in VS Code, F5 does.`
    : `\`npm run debug -- --round 10\` stops the last match
  in round 10 ${DEBUGGERS[stop]}; in VS Code, F5 does.`;
}

const DEBUGGERS: Readonly<Record<Debugger, string>> = {
  inspector: 'in the inspector (VS Code: F5, or attach to port 9229)',
  gdb: 'in gdb, compiled for it',
  pdb: 'in pdb',
};
