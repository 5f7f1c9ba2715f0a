import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project, ScaffoldFile } from './project.ts';

/** The folder for copies of the headers that a player includes. Only an editor reads these copies. */
const HEADERS = 'sdk';

/**
 * Returns the files for editors: VS Code's tasks and debugger for all languages, and the settings of clangd, Go, and
 * rust-analyzer. `headers`: the folders with a C++ game's headers.
 */
export function editorFiles(project: Project, headers: readonly string[]): ScaffoldFile[] {
  const json = (name: string, value: unknown) => ({ name, text: `${JSON.stringify(value, null, 2)}\n` });
  return [
    json('.vscode/tasks.json', tasks(project)),
    json('.vscode/launch.json', launch(project)),
    json('.vscode/extensions.json', { recommendations: EXTENSIONS[project.language] ?? [] }),
    ...(project.language === 'cpp' ? cppFiles(headers) : []),
    // Go's tools need a module to know which project a file belongs to.
    ...(project.language === 'go'
      ? [{ name: 'go.mod', text: `module ${project.name.toLowerCase()}\n\ngo 1.18\n` }]
      : []),
    ...(project.language === 'rust' ? [json('rust-project.json', rustProject(project))] : []),
  ];
}

const EXTENSIONS: Readonly<Partial<Record<Project['language'], readonly string[]>>> = {
  cpp: ['llvm-vs-code-extensions.vscode-clangd'],
  python: ['ms-python.python'],
  java: ['redhat.java'],
  rust: ['rust-lang.rust-analyzer'],
  go: ['golang.go'],
};

/** Returns VS Code tasks for the scripts of package.json. */
function tasks({ hasLadder }: Project) {
  const task = (label: string, script: string, group?: object) => ({
    label,
    type: 'shell',
    command: `npm run ${script}`,
    problemMatcher: [],
    ...(group && { group }),
  });
  return {
    version: '2.0.0',
    tasks: [
      task('Play', 'start', { kind: 'build', isDefault: true }),
      task('Check', 'test', { kind: 'test', isDefault: true }),
      ...(hasLadder ? [task('Climb', 'climb')] : []),
      task('View', 'view'),
      task('Watch', 'watch'),
      { ...task('Debug a round', `debug -- --round \${input:round}`), isBackground: true },
    ],
    inputs: [ROUND],
  };
}

const ROUND = {
  id: 'round',
  type: 'promptString',
  description: 'Round of the last match to stop in',
  default: '10',
};

/**
 * Returns the configuration of F5, which feeds the last match to the player again and stops in a round. VS Code
 * attaches to a module's inspector; gdb and pdb run in the terminal.
 */
function launch({ isModule, player, replay, stop }: Project) {
  if (stop === undefined) {
    const again = {
      name: `Send ${replay} to ${player} again`,
      type: 'node-terminal',
      request: 'launch',
      command: 'npm run debug',
    };
    return { version: '0.2.0', configurations: [again] };
  }
  const debug = `npm run debug -- --round \${input:round}`;
  const configurations = isModule
    ? [
        {
          name: `Debug a round of ${player}`,
          type: 'node-terminal',
          request: 'launch',
          command: debug,
        },
        { name: 'Attach to a waiting bot', type: 'node', request: 'attach', port: 9229 },
      ]
    : [{ name: `Debug a round of ${player} in ${replay}`, type: 'node-terminal', request: 'launch', command: debug }];
  return { version: '0.2.0', configurations, inputs: [ROUND] };
}

/**
 * Copies the headers, so that the editor's settings contain no paths outside the project. Matches use the original
 * headers in Ludus.
 */
function cppFiles(headers: readonly string[]): ScaffoldFile[] {
  const files = headers.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.hh') && !/^(runtime|fallback)\//.test(name))
      .map((name) => ({ name: `${HEADERS}/${name}`, text: readFileSync(join(folder, name), 'utf8') })),
  );
  const own = headers.length > 0 ? ['-std=gnu++17', `-I${HEADERS}`, '-include', 'ludus/std.hh'] : ['-std=c++17'];
  return [...files, { name: 'compile_flags.txt', text: `${['-xc++', ...own, '-Wall', '-Wextra'].join('\n')}\n` }];
}

/** Returns rust-analyzer's settings for a single file without a Cargo project. */
function rustProject({ player }: Project) {
  return { crates: [{ root_module: player, edition: '2021', deps: [] }] };
}
