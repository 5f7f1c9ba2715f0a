import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TASKS = fileURLToPath(new URL('../../../../players/tasks/', import.meta.url));

/** The content of a file in players/tasks, which describes a task. */
export interface Task {
  readonly prompt: string;
  readonly files: Readonly<Record<string, string>>;
  readonly goal: { readonly tool: string; readonly arguments: Record<string, unknown>; readonly pattern: string };
}

export const taskNames = (): string[] =>
  readdirSync(TASKS)
    .map((file) => file.replace('.json', ''))
    .sort();

export const readTask = (name: string): Task => JSON.parse(readFileSync(`${TASKS}${name}.json`, 'utf8'));
