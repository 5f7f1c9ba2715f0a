import { fail, type Result } from '@ludus/kernel/result.ts';
import { gunzipSync } from 'fflate';
import type { AnyView, Timeline } from '../view/view.ts';

/** Opens a replay of one of these games. The text may still grow; call `finish` on what comes back when it is whole. */
export function openReplay(views: readonly AnyView[], text: string): Result<Timeline> {
  const start = text.trimStart().slice(0, 40).split(/\s/, 1)[0];
  if (start === '') return fail({ code: 'replay/empty', message: 'the file is empty' });
  const view = views.find((candidate) => candidate.recognizes(text));
  if (view === undefined) {
    return fail({
      code: 'replay/foreign',
      message: `this is no replay of ${listed(views.map((each) => each.title))}: it begins with ${JSON.stringify(start)}`,
      line: 1,
      token: start,
    });
  }
  return view.open(text);
}

/** `a`, `a or b`, `a, b or c`. */
export function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}

/** A file's text, unpacked when it is a .gz. */
export function replayText(bytes: Uint8Array): Result<string> {
  const packed = bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return { ok: true, value: new TextDecoder().decode(packed ? gunzipSync(bytes) : bytes) };
  } catch {
    return fail({ code: 'replay/gzip', message: 'the file is packed with gzip but damaged: it cannot be unpacked' });
  }
}
