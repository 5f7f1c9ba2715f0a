import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { client, endingsOf, language, languageOf, RequestRejectedError } from '@ludus/contest/client.ts';
import { toPrintableLines } from '@ludus/kernel/token-reader.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { errorReason } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { addressOf } from '../contest/address.ts';

interface SubmitFlags {
  readonly contest: string;
  readonly token?: string;
  readonly wait: boolean;
}

const LOOK_MS = 700;

const TOKEN_HINT = 'create a personal token on the server’s account page, and pass it with --token or in $LUDUS_TOKEN';

/** `ludus submit`: submits a player to a contest and reports its progress. */
export function submit(program: Command): void {
  program
    .command('submit')
    .description('Submit a bot to a contest and wait for the result')
    .argument('<file>', 'bot: AIMine.cc, Mine.ts, mine.wasm')
    .requiredOption('--contest <url>', 'address of the contest: https://contest.example.org/c/spring')
    .option('--token <token>', 'personal token from your page on the server (default: $LUDUS_TOKEN)')
    .option('--no-wait', 'don’t wait for the server’s checks')
    .addHelpText('after', '\nExample:\n  ludus submit AIMine.cc --contest http://127.0.0.1:3000/c/spring --token lp_…')
    .action(run);
}

async function run(file: string, flags: SubmitFlags): Promise<void> {
  const token = flags.token ?? process.env.LUDUS_TOKEN;
  if (token === undefined) throw new UsageError(`the token is missing: ${TOKEN_HINT}`);
  const contest = /\/(?:contests|c)\/([a-z0-9-]+)\/?$/.exec(new URL(flags.contest, 'http://x').pathname)?.[1];
  if (contest === undefined)
    throw new UsageError(`${flags.contest} isn’t the address of a contest: it must end with /c/NAME`);
  const call = client({ server: addressOf(flags.contest), token });
  const name = basename(file);
  if (languageOf(name) === undefined)
    throw new UsageError(
      `cannot submit ${name}: the file extension must be one of ${endingsOf(language.options).join(', ')}`,
    );
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${errorReason(error)}`);
  }
  try {
    const { submission, same } = await call('submit', {
      params: { contest },
      query: { file: name },
      bytes: new Uint8Array(bytes),
    });
    process.stdout.write(
      same
        ? `This file is the same as submission ${submission.number}: nothing changed.\n`
        : `Submission ${submission.number}\n`,
    );
    if (!flags.wait) return;
    let told = 0;
    for (;;) {
      const now = await call('submission', { params: { contest, submission: submission.number } });
      for (const { state, text } of now.steps.slice(told))
        process.stdout.write(`${state}: ${toPrintableLines(text)}\n`);
      told = now.steps.length;
      if (now.state === 'rejected') process.exitCode = EXIT_NEGATIVE;
      if (now.state === 'in' || now.state === 'rejected') return;
      await sleep(LOOK_MS);
    }
  } catch (error) {
    if (error instanceof RequestRejectedError)
      throw new UsageError(error.status === 401 ? `the server doesn’t know this token: ${TOKEN_HINT}` : error.message);
    const { cause } = error as { readonly cause?: unknown };
    if (!(cause instanceof Error)) throw error;
    const { code = cause.message } = cause as NodeJS.ErrnoException;
    throw new UsageError(`${addressOf(flags.contest)} does not respond: ${code}`);
  }
}
