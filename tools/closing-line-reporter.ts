import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunDatabases } from '@ludus/contest/testing.ts';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { RunBrowser } from './browser/run-browser.ts';
import { leftovers } from './leftovers.ts';

/**
 * Ends a test run with the seconds of each kind of test, the slowest files, and one line, `N passed, N failed, N
 * skipped`. A run has a separate folder for temporary files, and one browser and one PostgreSQL for the tests that need
 * them. The run fails if a test leaves a folder or a process behind, and in CI also if a test is skipped.
 */
export default class ClosingLineReporter implements Reporter {
  private vitest: Vitest | undefined;
  private folder: string | undefined;
  private browser: RunBrowser | undefined;
  private databases: RunDatabases | undefined;

  async onInit(vitest: Vitest): Promise<void> {
    this.vitest = vitest;
    removeAbandoned();
    this.folder = mkdtempSync(join(tmpdir(), `ludus-tests-${process.pid}-`));
    // Like the system's folder for temporary files, the run's folder is accessible to players that run as another user.
    chmodSync(this.folder, 0o755);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = this.folder;
    process.once('exit', () => rmSync(this.folder ?? '', { recursive: true, force: true }));
    this.browser = await RunBrowser.open();
    vitest.provide('chromium', this.browser.url);
    this.databases = await RunDatabases.open();
    vitest.provide('databases', this.databases.url);
    vitest.onClose(async () => {
      await this.browser?.close();
      await this.databases?.close();
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const wrong: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        count[test.result().state]++;
        if (this.mustRun(test))
          wrong.push(`CI must run each test, but skipped ${module.relativeModuleId}: ${test.fullName}`);
      }
      if (module.state() === 'failed' && count.failed === 0) count.failed++;
    }
    await this.browser?.end();
    await this.databases?.end();
    // After a failed test, or in watch mode, folders and processes may remain.
    if (count.failed === 0 && this.folder !== undefined && !this.vitest?.config.watch)
      wrong.push(...(await leftovers(this.folder)));
    printSeconds(modules);
    for (const sentence of wrong) console.log(sentence);
    if (wrong.length > 0) process.exitCode = 1;
    console.log(
      `${count.passed} passed, ${count.failed + wrong.length} failed, ${count.skipped + count.pending} skipped`,
    );
  }

  /** Whether a skipped test must run in CI. Tests excluded on the command line don't count. */
  private mustRun(test: TestCase): boolean {
    const skipped = test.result().state === 'skipped' && process.env.CI === 'true';
    return skipped && this.vitest?.config.testNamePattern === undefined;
  }
}

/** Number of files in the closing list. */
const SLOWEST = 20;

/**
 * Prints the time of each kind of file, and the slowest files. Files run in parallel, so the sums exceed the elapsed
 * time.
 */
function printSeconds(modules: readonly TestModule[]): void {
  const files = modules.map((module) => ({
    name: module.relativeModuleId,
    kind: module.project.name,
    tests: [...module.children.allTests()].length,
    seconds: secondsOf(module),
  }));
  for (const kind of new Set(files.map((file) => file.kind))) {
    const ofKind = files.filter((file) => file.kind === kind);
    const sum = (of: (file: (typeof files)[number]) => number) => ofKind.reduce((total, file) => total + of(file), 0);
    console.log(
      `${kind}: ${ofKind.length} files, ${sum((file) => file.tests)} tests, ${sum((file) => file.seconds).toFixed(0)} s`,
    );
  }
  if (files.length <= SLOWEST) return;
  console.log(`The ${SLOWEST} slowest files:`);
  for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** The time for loading the file, its hooks, and its tests, in seconds. */
function secondsOf(module: TestModule): number {
  const { duration, collectDuration, prepareDuration, environmentSetupDuration, setupDuration } = module.diagnostic();
  return (duration + collectDuration + prepareDuration + environmentSetupDuration + setupDuration) / 1000;
}

/** Removes the folders of killed runs. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^ludus-tests-(\d+)-/.exec(name)?.[1];
    if (owner === undefined) continue;
    try {
      process.kill(Number(owner), 0);
    } catch (error) {
      // Other users' folders stay.
      if ((error as NodeJS.ErrnoException).code === 'ESRCH')
        rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}
