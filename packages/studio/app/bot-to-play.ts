import type { OwnPlayerOrder } from '../match/order.ts';
import { refreshFolder } from './disk.ts';
import { draft, editing, playerOf } from './state.ts';
import { asSaved, draftAsOpened, isBegun, saveDraft } from './writing.ts';

/** A bot as it plays: what is in the editor is saved first. Undefined if it can't be; then the editor says why. */
export async function botToPlay(id: string, name: string): Promise<OwnPlayerOrder | undefined> {
  const opened = editing.value;
  let called = name;
  if (opened?.game === id && asSaved(opened).name === name) {
    if (isBegun()) draftAsOpened();
    if (draft.value && !(await saveDraft())) return undefined;
    called = asSaved(editing.value ?? opened).name;
  }
  await refreshFolder().catch(() => {});
  const player = playerOf(id, `own/${called}`);
  return typeof player !== 'string' && player.kind === 'own' ? player : undefined;
}
