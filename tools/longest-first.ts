import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Short files whose tests take minutes. Without the times of an earlier run, Vitest begins with the largest files. One
 * of these short files would then run alone at the end, on one core.
 */
const LONGEST = [
  'e2e/contest-student.test.ts',
  'e2e/game.test.ts',
  'packages/cli/commands/crash.slow.test.ts',
  'packages/cli/commands/serve.slow.test.ts',
  'packages/env/python.slow.test.ts',
  'packages/runtime/compile/compile.slow.test.ts',
  'players/faulty/faulty.slow.test.ts',
];

/** Vitest's order, but with `LONGEST` first among the files of their project. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((name) => moduleId.endsWith(`/${name}`));
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
