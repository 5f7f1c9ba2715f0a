import type { LudusViewerElement } from '@ludus/viewer/element.ts';
import { pause } from '@ludus/viewer/player.ts';
import type { JSX } from 'preact';
import { ladderOf } from '../games/kits.ts';
import { nextMatch } from '../match/next-opponent.ts';
import type { MatchOrder } from '../match/order.ts';
import { handMatch } from './hand.ts';
import { sharing, shown } from './state.ts';

/**
 * Actions at the end of a match that was played in this page: repeat it, play against the next opponent, or share it.
 */
export function EndActions(props: {
  viewer: LudusViewerElement;
  isOwn(): boolean;
  onAgain(match: { readonly order: MatchOrder; readonly board: string }): void;
}): JSX.Element | null {
  const { viewer } = props.viewer;
  const timeline = viewer.timeline.value;
  // A match in which a person plays has a separate bar.
  if (timeline === undefined || handMatch.value || !props.isOwn()) return null;
  const { order, board } = shown.value!;
  const scores = timeline.view.seats(timeline.frame(timeline.last)).map(({ score }) => Number(score));
  const next = nextMatch({ order, board }, ladderOf(order.game), scores);
  return (
    <>
      {next && (
        <button type="button" class="end-action" onClick={() => props.onAgain(next)}>
          Next opponent: {next.name}
        </button>
      )}
      <button type="button" class="end-action" onClick={() => props.onAgain({ order, board })}>
        Rematch
      </button>
      <button
        type="button"
        class="end-action"
        onClick={() => {
          pause(viewer);
          sharing.value = {};
        }}
      >
        Share …
      </button>
    </>
  );
}
