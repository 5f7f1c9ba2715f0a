import { fail, problemOf, type Result, type Sentences } from '@ludus/kernel/result.ts';
import { gunzipSync } from 'fflate';
import type { AnyView, Timeline } from '../view/view.ts';

/**
 * The errors in files for the viewer, except the errors that a game's reader reports. A `why` is another reader's
 * message.
 */
export const VIEWER_PROBLEMS = {
  'replay/empty': () => 'the file is empty',
  'replay/foreign': (titles: readonly string[], start: string) =>
    `this isn’t a replay of ${listed(titles)}: it begins with ${JSON.stringify(start)}`,
  'replay/gzip': () => 'the gzip file is damaged and can’t be unpacked',
  'replay/differs': (where: string) => `it can’t be verified: ${where}`,
  sidecar: (why: string) => why,
  'load/origin': (file: string) => `${file} is on another site, but ?file= opens only files from this site`,
  'load/status': (address: string, status: number) =>
    `${address} can’t be loaded: the server returned status ${status}`,
  'load/network': (address: string) => `${address} can’t be loaded`,
  'second/alone': () => 'no match is shown to compare the replay with',
  'second/unread': () => 'it isn’t a replay',
  'second/game': (its: string, shown: string) => `its game is ${its}, but the shown match’s game is ${shown}`,
  'view/sees-all': (title: string) =>
    `the view of ${title} can’t show only what a seat observes: its timeline has no seenBy`,
} satisfies Sentences;

/**
 * Opens a replay of one of these games. More text may be appended to the result. Call the result's `finish` when the
 * text is complete.
 */
export function openReplay(views: readonly AnyView[], text: string): Result<Timeline> {
  const start = text.trimStart().slice(0, 40).split(/\s/, 1)[0];
  if (start === '') return fail(problemOf(VIEWER_PROBLEMS, 'replay/empty'));
  const view = views.find((candidate) => candidate.recognizes(text));
  if (view === undefined) {
    const titles = views.map((each) => each.title);
    return fail({ ...problemOf(VIEWER_PROBLEMS, 'replay/foreign', titles, start), line: 1, token: start });
  }
  return view.open(text);
}

/** Formats a list: `a`, `a or b`, `a, b, or c`. */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words);
}

/** A file's text, unpacked if it is gzipped. */
export function replayText(bytes: Uint8Array): Result<string> {
  const packed = bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return { ok: true, value: new TextDecoder().decode(packed ? gunzipSync(bytes) : bytes) };
  } catch {
    return fail(problemOf(VIEWER_PROBLEMS, 'replay/gzip'));
  }
}
