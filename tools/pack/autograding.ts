import { readFileSync } from 'node:fs';
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

/** The scripts of the action with their variables, as GitHub's runner passes them to bash; `given` are inputs. */
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
