import { explainShown, forgetShown } from '@ludus/studio/why.ts';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ask } from '../../api/client.ts';
import { ReplayFrame, type ReplayHandle } from './replay-frame.tsx';

/**
 * A match in the viewer. `names`: the players' names, by seat. `explained`: the seat whose play is explained at the
 * end, or `last` for the seat in last place; undefined for no explanation. `keepsRound`: whether the viewer starts at
 * the round in the address.
 */
export function Replay(props: {
  contest: string;
  match: number;
  names: readonly string[];
  explained?: number | 'last';
  keepsRound?: boolean;
  onReady?(handle: ReplayHandle): void;
  class?: string;
}): JSX.Element {
  const { contest, match, explained } = props;
  useEffect(() => forgetShown, [contest, match, explained]);
  return (
    <ReplayFrame
      match={`${contest} ${match} ${explained}`}
      class={props.class}
      keepsRound={props.keepsRound}
      onReady={props.onReady}
      open={async (viewer, signal) => {
        const params = { contest, match };
        const [replay, sidecar] = await Promise.all([
          ask({ signal }, 'replay', { params }).then((answer) => answer.arrayBuffer()),
          ask({ signal }, 'sidecar', { params }).then(
            (answer) => answer.text(),
            () => undefined,
          ),
        ]);
        if (!viewer.load(new Uint8Array(replay), `${contest}-${match}`, props.names)) return false;
        if (sidecar !== undefined) viewer.loadSidecar(sidecar);
        if (explained !== undefined) explainShown(viewer, explained === 'last' ? undefined : explained);
        return true;
      }}
    />
  );
}
