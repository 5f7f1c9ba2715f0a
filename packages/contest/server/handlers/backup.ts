import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ownedFolder } from '@ludus/runtime/files.ts';
import { writeBackup } from '../../store/backup.ts';
import { audit } from '../../store/rows.ts';
import { type Handler, personOf } from '../handler.ts';

/** Number of characters that are written together. */
const AT_ONCE = 2 ** 18;

/** Writes the backup to a file first, so that a slow reader doesn't block the database. */
export const backupAll: Handler<'backup'> = async ({ context, version }, asked) => {
  await context.store.transaction((tx) => audit(tx, personOf(asked).id, 'took a backup', ''));
  const { raw } = asked.reply;
  // If this process is killed before the backup is complete, the next start removes the folder.
  const folder = ownedFolder('backup');
  try {
    // The file is opened once, for writing and reading, because a stream that opens the file itself could fail after
    // the request was given up.
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
      // A reader that disconnects gets an incomplete backup.
      await pipeline(file.createReadStream({ start: 0, autoClose: false }), raw).catch(() => {});
    } finally {
      await file.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return undefined;
};
