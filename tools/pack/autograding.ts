import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './sources.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly run?: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

const ACTION: Action = parse(readFileSync(join(ROOT, 'autograding/action.yml'), 'utf8'));

/**
 * The scripts of the action with their variables, as GitHub's runner passes them to bash. `given`: the action's inputs.
 */
export function actionScripts(given: Readonly<Record<string, string>>): { run: string; env: Record<string, string> }[] {
  const filledIn = (expression: string): string =>
    expression.replaceAll(
      /\$\{\{ inputs\.(\w+) \}\}/g,
      (_, name: string) => given[name] ?? ACTION.inputs[name].default,
    );
  return ACTION.runs.steps.flatMap(({ run, env = {} }) =>
    run === undefined
      ? []
      : [{ run, env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filledIn(value)])) }],
  );
}

/** A student's repository with a bot that goes straight on until it meets a wall, and a second bot with an error. */
export function studentsRepository(path: string): string {
  mkdirSync(path);
  const bot = (more: string) => `import { TrailsPlayer } from 'ludus/trails';
export default class Mine extends TrailsPlayer {
  play() {
    const free = [this.heading, this.left(this.heading), this.right(this.heading)].find((way) => this.isFree(this.next(way)));
    if (free !== undefined) this.go(free);${more}
  }
}
`;
  writeFileSync(join(path, 'Mine.js'), bot(''));
  writeFileSync(join(path, 'Wrong.js'), bot('\n    undefined.wrong();'));
  const tasks = [
    { run: 'check', points: 5, player: './Wrong.js', title: 'another bot' },
    { run: 'climb', points: 10, pairs: 1, to: 'Null' },
  ];
  writeFileSync(join(path, 'grading.json'), JSON.stringify({ game: 'trails', player: './Mine.js', tasks }));
  return path;
}
