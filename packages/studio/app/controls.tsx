import type { LudusViewerElement } from '@ludus/viewer/element.ts';
import { Icon } from '@ludus/viewer/icons.ts';
import { pause, type Viewer } from '@ludus/viewer/player.ts';
import { type JSX, render } from 'preact';
import { useState } from 'preact/hooks';
import { kitOf } from '../games/kits.ts';
import type { MatchOrder } from '../match/order.ts';
import { announce } from './announce.tsx';
import { EndActions } from './end-actions.tsx';
import { nameOf } from './finished.ts';
import { handMatch } from './hand.ts';
import { linkToShown } from './link.ts';
import { MistakeList } from './mistake-list.tsx';
import { branching, formOpen, running, sharing, shown } from './state.ts';

/**
 * The studio's additions to the viewer's bar. One button opens the form. While a match is played and the form is
 * closed, there is a Stop button. A third button continues the shown match with other players. At the end of a match,
 * additional controls offer the next steps.
 */
export function controls(
  viewer: LudusViewerElement,
  stop: () => void,
  again: (match: { readonly order: MatchOrder; readonly board: string }) => void,
  program: () => void,
): HTMLElement[] {
  return [
    slotted('start', <FormButton />),
    slotted('controls', <StopButton stop={stop} />),
    slotted('controls', <PlayOnButton viewer={viewer} />),
    slotted('controls', <LinkButton viewer={viewer} />),
    slotted('ending', <EndActions viewer={viewer} isOwn={() => wasPlayedHere(viewer.viewer)} onAgain={again} />),
    slotted('ending-more', <MistakeList viewer={viewer.viewer} onProgram={program} />),
  ];
}

function slotted(slot: string, content: JSX.Element): HTMLElement {
  const holder = document.createElement('div');
  holder.slot = slot;
  render(content, holder);
  return holder;
}

function FormButton(): JSX.Element {
  return (
    <button
      type="button"
      class="bar-button"
      aria-expanded={formOpen.value}
      aria-controls="form"
      aria-label="Match form"
      title="Show or hide the form (F)"
      onClick={() => {
        formOpen.value = !formOpen.value;
      }}
    >
      <Icon name="menu" />
    </button>
  );
}

function PlayOnButton({ viewer: { viewer } }: { viewer: LudusViewerElement }): JSX.Element | null {
  const timeline = viewer.timeline.value;
  if (timeline === undefined || viewer.live.value || running.value || !kitOf(timeline.view.id)) return null;
  return (
    <button
      type="button"
      class="bar-button"
      aria-label="Play on from here"
      title="Play on from this round with other bots, or play yourself (B)"
      onClick={() => askBranch(viewer)}
    >
      <Icon name="branch" /> <span class="wide-only">Play on from here</span>
    </button>
  );
}

/** Opens the form that chooses the players who continue the shown match from the shown round. */
export function askBranch(viewer: Viewer): void {
  const timeline = viewer.timeline.value;
  if (timeline === undefined || viewer.live.value || viewer.source === '' || running.value) return;
  pause(viewer);
  const { view, names, last } = timeline;
  const told = viewer.sidecar.value?.revision;
  const round = Math.min(viewer.round.value, last - 1);
  branching.value = { game: view.id, replay: viewer.source, told, names, round };
}

/** Whether the shown match was played in this page, so that everything needed to repeat it is known. */
export function wasPlayedHere(viewer: Viewer): boolean {
  const order = shown.value;
  return order !== undefined && viewer.fileName.value === nameOf(order.order, order.board);
}

/** Display time of the message "link copied", in milliseconds. */
const SAID_MS = 6000;

/** Copies a link that contains the shown match, if the match was played in this page. */
function LinkButton({ viewer: { viewer } }: { viewer: LudusViewerElement }): JSX.Element | null {
  const [said, setSaid] = useState('');
  if (viewer.timeline.value === undefined || viewer.live.value || !wasPlayedHere(viewer)) return null;
  const copy = async () => {
    const made = await linkToShown(viewer.round.value);
    if (made === undefined) return;
    if (made.tooLong !== undefined) {
      sharing.value = { why: made.tooLong };
      return;
    }
    // A page over plain http has no clipboard, although the type of `navigator` declares a clipboard. The user can copy
    // the address.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const copied =
      clipboard !== undefined &&
      (await clipboard.writeText(made.link).then(
        () => true,
        () => false,
      ));
    if (!copied) history.replaceState(null, '', made.link);
    const result = copied ? made.hint : 'copy this page’s address';
    setSaid(result);
    announce(result);
    setTimeout(() => setSaid(''), SAID_MS);
  };
  return (
    <button
      type="button"
      class="bar-button"
      aria-label={said === '' ? 'Copy link' : said}
      title="Copy a link to this match and round"
      onClick={() => void copy()}
    >
      <Icon name="link" /> <span class={said === '' ? 'wide-only' : ''}>{said === '' ? 'Copy link' : said}</span>
    </button>
  );
}

function StopButton({ stop }: { stop: () => void }): JSX.Element | null {
  const now = running.value;
  // Instead of stopping the match, a person who plays can give up.
  if (!now || formOpen.value || handMatch.value) return null;
  return (
    <button type="button" class="bar-button stop" onClick={stop}>
      {now.silent === undefined ? `Stop (round ${now.round})` : `Stop: ${now.silent} does not respond`}
    </button>
  );
}
