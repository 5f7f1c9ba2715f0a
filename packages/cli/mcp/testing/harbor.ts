import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkFolder } from '../folder.ts';
import { TOOLS } from '../tools.ts';
import { SOLUTIONS } from './solutions.ts';
import { readTask, type Task, taskNames } from './tasks.ts';

/**
 * The lowest exit code of a shell that can't start a command. The test then writes no reward, since the bot wasn't
 * judged.
 */
const CAN_NOT_START = 126;

/**
 * Returns the files of a task in Harbor's format (https://www.harborframework.com/docs/tasks): the text of each file,
 * by path.
 */
export function harborFiles(name: string): Record<string, string> {
  const task = readTask(name);
  const { file, write } = SOLUTIONS[name];
  const start = Object.entries(task.files).map(([path, text]) => [`environment/start/${path}`, text]);
  return {
    'task.toml': configuration(name),
    'instruction.md': `${task.prompt}\n\nWork in \`/app\`. The program \`ludus\` is installed: see \`ludus --help\` and \`ludus rules --help\`.\n`,
    'environment/Dockerfile': DOCKERFILE,
    'environment/start/.keep': '',
    ...Object.fromEntries(start),
    'tests/test.sh': test(task),
    'solution/solve.sh': `#!/bin/bash\nset -e\ncd /app\nmkdir -p ${quoted(dirname(file))}\ncp /solution/${quoted(basename(file))} ${quoted(file)}\n`,
    [`solution/${basename(file)}`]: write(task.files[file] ?? ''),
  };
}

/** Returns the TOML configuration; JSON strings are valid TOML strings. */
const configuration = (name: string): string => `schema_version = "1.1"

[task]
name = ${JSON.stringify(`ludus/${name}`)}
description = ${JSON.stringify(`Ludus: ${name}`)}
keywords = ["games", "bots"]

[metadata]
category = "programming"

[agent]
timeout_sec = 1800.0

[verifier]
timeout_sec = 1200.0

[environment]
build_timeout_sec = 600.0
cpus = 2
memory_mb = 4096
`;

const DOCKERFILE = `FROM node:26-bookworm-slim
RUN apt-get update \\
  && apt-get install -y --no-install-recommends ca-certificates python3 \\
  && rm -rf /var/lib/apt/lists/*
COPY ludus-*.tgz /tmp/
RUN npm install --global --no-fund --no-audit /tmp/ludus-*.tgz && rm /tmp/ludus-*.tgz
COPY start /app
WORKDIR /app
`;

/**
 * Returns the script that tests a task. The script runs the command of the goal's tool, and searches the output for the
 * goal's pattern.
 */
function test({ goal }: Task): string {
  const tool = TOOLS.find((each) => each.name === goal.tool)!;
  const inside = (path: string) => `./${path}`;
  const here: Pick<WorkFolder, 'inside' | 'output' | 'checkLinkFree'> = { inside, output: inside, checkLinkFree() {} };
  const args = tool.call(tool.input.parse(goal.arguments) as never, here as WorkFolder) as readonly string[];
  return `#!/bin/bash
cd /app || exit 1
ludus ${args.map(quoted).join(' ')} > /tmp/goal.txt 2>&1
status=$?
cat /tmp/goal.txt
[ $status -ge ${CAN_NOT_START} ] && exit $status
mkdir -p /logs/verifier
if grep -Eq -e ${quoted(goal.pattern)} /tmp/goal.txt; then echo 1; else echo 0; fi > /logs/verifier/reward.txt
`;
}

const quoted = (word: string): string => (/^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** `npm run harbor -- FOLDER`: writes all tasks, each with the package from `npm run pack`. */
function main([folder]: readonly string[]): void {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const [pack] = globSync('dist/ludus-[0-9]*.tgz', { cwd: root });
  if (folder === undefined || pack === undefined) {
    console.error(folder === undefined ? 'usage: npm run harbor -- FOLDER' : 'there is no package: run npm run pack');
    process.exit(2);
  }
  for (const name of taskNames()) {
    for (const [path, text] of Object.entries(harborFiles(name))) {
      const file = join(folder, name, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: path.endsWith('.sh') ? 0o755 : 0o644 });
    }
    cpSync(join(root, pack), join(folder, name, 'environment', basename(pack)));
  }
  console.log(`${taskNames().length} tasks are in ${folder}: harbor run -p ${folder}/first-bot -a oracle`);
}

if (import.meta.main) main(process.argv.slice(2));
