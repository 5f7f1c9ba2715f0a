import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ask, RequestRejectedError } from '@ludus/contest/client.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { checkWritable } from '@ludus/shell/files.ts';
import type { Command } from 'commander';
import { info } from '../say.ts';
import { VERSION } from '../version.ts';
import { addressOf } from './address.ts';
import { addPlaceOptions, openPlace, type PlaceFlags } from './place.ts';

interface BackupFlags extends PlaceFlags {
  readonly output: string;
  readonly overwrite?: boolean;
  readonly server?: string;
  readonly token?: string;
}

/** `ludus contest backup`: writes a backup of a contest. */
export function backup(contest: Command): void {
  addPlaceOptions(contest.command('backup'))
    .description('Write all data of a contest server into one file')
    .requiredOption('-o, --output <file>', 'file for the backup, gzipped if its name ends with .gz')
    .option('--overwrite', 'overwrite an existing file when the backup is complete')
    .option('--server <url>', 'address of the running server (default: the database, while no server runs)')
    .option('--token <token>', 'organiser’s personal token for --server (default: $LUDUS_TOKEN)')
    .addHelpText(
      'after',
      '\nExample:\n  ludus contest backup --server http://127.0.0.1:3000 --token lp_… -o monday.jsonl.gz',
    )
    .action(run);
}

async function run(flags: BackupFlags): Promise<void> {
  if (!flags.overwrite && existsSync(flags.output))
    throw new UsageError(`${flags.output} already exists: choose another name, or add --overwrite`);
  checkWritable(flags.output);
  const lines = flags.server === undefined ? fromPlace(flags) : await fromServer(flags.server, flags.token);
  let last = '';
  let bytes = 0;
  const partial = `${flags.output}.partial`;
  const watched = async function* () {
    for await (const chunk of lines) {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
      bytes += text.length;
      last = (last + text).slice(-200);
      yield chunk;
    }
  };
  const out = createWriteStream(partial, { mode: 0o600 });
  try {
    if (flags.output.endsWith('.gz')) await pipeline(Readable.from(watched()), createGzip(), out);
    else await pipeline(Readable.from(watched()), out);
    if (!/"end":true,"rows":\d+\}\n$/.test(last))
      throw new UsageError('the backup ended early and is incomplete: run the command again');
    await rename(partial, flags.output);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  info(
    `${flags.output}: ${/"rows":(\d+)/.exec(last.split('\n').at(-2)!)?.[1]} rows, ${Math.ceil(bytes / 2 ** 20)} MiB before packing`,
  );
}

async function* fromPlace(flags: PlaceFlags): AsyncGenerator<string> {
  const { writeBackup } = await import('@ludus/contest/store.ts');
  const store = await openPlace(flags);
  try {
    const lines: string[] = [];
    await writeBackup(store.db, VERSION, (line) => void lines.push(line));
    yield* lines;
  } finally {
    await store.close();
  }
}

async function fromServer(server: string, token = process.env.LUDUS_TOKEN): Promise<AsyncIterable<Uint8Array>> {
  if (token === undefined) throw new UsageError('the token is missing: pass it with --token or in $LUDUS_TOKEN');
  try {
    return (await ask({ server: addressOf(server), token }, 'backup')).body as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (error instanceof RequestRejectedError) throw new UsageError(error.message);
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    throw cause?.code ? new UsageError(`the server does not respond: ${cause.code}`) : error;
  }
}
