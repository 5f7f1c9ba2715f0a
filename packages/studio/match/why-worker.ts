import { distinctNames, explain } from '@ludus/lab/why.ts';
import { KITS } from '../games/kits.ts';
import type { WhyAnswer, WhyQuestion } from './why.ts';

/** Explains one match to a seat. */
addEventListener('message', ({ data: { replay, seat, names } }: MessageEvent<WhyQuestion>) => {
  const kit = KITS.find(({ game }) => game.replay.recognizes(replay));
  const why = kit && explain(kit, replay, seat, { names: names && distinctNames(names) });
  const { sentences = [], moments = [] } = why?.ok ? why.value : {};
  postMessage({ sentences, turn: moments.find(({ kind }) => kind === 'turn') } satisfies WhyAnswer);
});
