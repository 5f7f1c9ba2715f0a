import { type OwnFile, SCRIPT_ENDING } from '../match/files.ts';
import { codeOf, type OwnCode } from '../match/order.ts';
import { keep, readKept } from './browser-storage.ts';
import type { DiskFiles, OwnPlayer } from './own-players.ts';

/** The unsaved text of the editor, with the facts needed to restore the editor. */
export interface Draft {
  readonly game: string;
  /** The player's name when the editor was opened. */
  readonly before: string;
  readonly name: string;
  readonly source: string;
  /** The language; absent for TypeScript. */
  readonly language?: OwnCode['language'];
  /** The file extension; `.ts` if absent. */
  readonly ending?: string;
  /** The player's other files; absent if there are none. */
  readonly files?: readonly OwnFile[];
  /** For a player on disk: the player's files, as they were when the draft was started. */
  readonly disk?: DiskFiles;
}

interface Drafts {
  /** The file that the editor shows. */
  readonly open: string | undefined;
  readonly all: Readonly<Record<string, Draft>>;
}

const NAME = 'drafts';
const key = (game: string, before: string): string => `${game}/${before}`;

function read(): Drafts {
  const kept = readKept(NAME) as Partial<Drafts> | null;
  const all = Object.entries(kept?.all ?? {}).filter(([, draft]) => isDraft(draft));
  return { open: typeof kept?.open === 'string' ? kept.open : undefined, all: Object.fromEntries(all) };
}

function isDraft(value: unknown): value is Draft {
  const draft = (value ?? {}) as Record<string, unknown>;
  const files = draft.files ?? [];
  return (
    ['game', 'before', 'name', 'source'].every((field) => typeof draft[field] === 'string') &&
    [undefined, 'cpp', 'python'].includes(draft.language as string | undefined) &&
    SCRIPT_ENDING.test(String(draft.ending ?? '.ts')) &&
    isDiskFiles(draft.disk ?? { read: {} }) &&
    Array.isArray(files) &&
    files.every((file) => typeof file?.name === 'string' && typeof file.text === 'string')
  );
}

function isDiskFiles(value: unknown): value is DiskFiles {
  const { path = '', read } = value as Record<string, unknown>;
  return (
    typeof path === 'string' &&
    typeof read === 'object' &&
    read !== null &&
    Object.values(read).every((text) => typeof text === 'string')
  );
}

/** A new draft of a player. */
export const draftFrom = ({ game, name, source, language, ending, files, disk }: OwnPlayer): Draft => ({
  game,
  before: name,
  name,
  ...codeOf({ source, language, ending, files }),
  ...(disk && { disk }),
});

/** The player of a draft, for a draft whose original player is no longer known. */
export const playerFrom = ({ game, before: name, source, language, ending, files, disk }: Draft): OwnPlayer => ({
  game,
  name,
  from: disk ? 'disk' : 'browser',
  ...codeOf({ source, language, ending, files }),
  ...(disk && { disk }),
});

export function draftOf(player: OwnPlayer): Draft | undefined {
  return read().all[key(player.game, player.name)];
}

/** The editor's content when the page was left. */
export function openDraft(): Draft | undefined {
  const { open, all } = read();
  return open === undefined ? undefined : all[open];
}

/** Stores the editor's content. */
export function keepDraft(draft: Draft): void {
  const open = key(draft.game, draft.before);
  keep(NAME, { open, all: { ...read().all, [open]: draft } });
}

/** Marks the editor as closed, but keeps the draft. */
export function closeDraft(): void {
  keep(NAME, { ...read(), open: undefined });
}

/** Deletes a draft that was saved or discarded. */
export function dropDraft(game: string, before: string): void {
  const { [key(game, before)]: _, ...all } = read().all;
  keep(NAME, { open: undefined, all });
}
