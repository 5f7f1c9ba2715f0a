import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { writeBackup } from '../../store/backup.ts';
import { audit } from '../../store/rows.ts';
import { type Handler, personOf } from '../handler.ts';

/** Characters that are written at once. */
const AT_ONCE = 2 ** 18;

/** Goes by way of a file: a slow reader must not hold the database up. */
export const backupAll: Handler<'backup'> = async ({ context, version }, asked) => {
  await context.store.transaction((tx) => audit(tx, personOf(asked).id, 'took a backup', ''));
  const { raw } = asked.reply;
  // It goes with the next start where this process is killed meanwhile.
  const folder = ownedFolder('backup');
  try {
    // Opened once, for both: a stream that opens its file itself fails later than anyone who has given it up.
    const file = await open(join(folder, 'backup.jsonl'), 'wx+', 0o600);
    try {
      let text = '';
      await writeBackup(context.store.db, version, async (line) => {
        text += line;
        if (text.length < AT_ONCE) return;
        await file.appendFile(text);
        text = '';
      });
      await file.appendFile(text);
      asked.reply.hijack();
      raw.writeHead(200, {
        ...(asked.reply.getHeaders() as Record<string, string>),
        'content-type': 'application/x-ndjson',
        'content-disposition': 'attachment; filename="ludus-backup.jsonl"',
        'cache-control': 'no-store',
      });
      // A reader that goes away is its own loss.
      await pipeline(file.createReadStream({ start: 0, autoClose: false }), raw).catch(() => {});
    } finally {
      await file.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return undefined;
};
