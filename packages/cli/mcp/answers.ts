/** Hints that commands print for people at a terminal, each with a replacement for clients that have only the tools. */
const TERMINAL_HINTS: readonly (readonly [RegExp, string])[] = [
  // Hints printed by `new`
  [
    / Try it:\n\n(?: +(?:cd|npm) .*\n)+\nREADME\.md has the next steps\./,
    ' Change it with read and write. Then use check, match, and climb.',
  ],
  // Hints printed by `climb`
  [/:\n +npx ludus view .*\((see rounds from \d+ on)\)$/gm, '; $1.'],
  [/:\n +npx ludus view .*$/gm, '.'],
  [/npx ludus why (.+) --seat (\d+) +prints more$/gm, 'Call why with replay $1 and seat $2 for more.'],
  [/--pairs (?=\d)/g, 'pairs '],
  [/; --from \S+ starts there\.$/gm, '.'],
  // Hints printed by `check` and `match`
  [/^ *(?:hint: |info: to [\w ]+: +)npx ludus .*\n?/gm, ''],
  [/, or ludus debug, shows where/g, ' shows where'],
  // Hints printed by `league`
  [
    /ludus view REPLAY shows a match in the browser, ludus why REPLAY --seat SEAT explains it in text/g,
    'why explains a match',
  ],
  [/look: ludus why (\S+) --seat (\d+)/g, 'look: why with replay $1 and seat $2'],
  // Hints printed by `why`
  [/; ludus debug plays the round again\./g, '.'],
];

/** Converts a command's output to a tool's answer, in which hints name tools instead of commands, or are left out. */
export function toolAnswer(printed: string): string {
  return TERMINAL_HINTS.reduce((text, [hint, told]) => text.replace(hint, told), printed);
}

/** The last part of `ludus rules`, which lists the commands. */
const COMMANDS = /^# Commands\n[\s\S]*/m;

/** Returns the rules, in which a list of the tools (one line per tool) replaces the list of commands. */
export function rulesAnswer(
  printed: string,
  tools: readonly { readonly name: string; readonly title: string }[],
): string {
  const list = tools.map(({ name, title }) => `- \`${name}\`: ${title}`).join('\n');
  const note = 'Where the text above names a command such as `ludus check`, use the tool of that name.';
  return printed.replace(COMMANDS, () => `# Tools\n\n${list}\n\n${note}\n`);
}
