import { distinctNames, explain } from '@ludus/lab/why.ts';
import { KITS } from '../games/kits.ts';
import { mishapsOf, mistakesOf } from './mistakes.ts';
import type { WhyAnswer, WhyQuestion } from './why.ts';

/** Explains the result of one match for a seat. */
addEventListener('message', ({ data: { replay, seat, names, isQuick } }: MessageEvent<WhyQuestion>) => {
  const kit = KITS.find(({ game }) => game.replay.recognizes(replay));
  const why = kit && explain(kit, replay, seat, { names: names && distinctNames(names), isQuick });
  if (!why?.ok) return postMessage(undefined);
  const { sentences, moments, curve, scores, seat: explained } = why.value;
  postMessage({
    seat: explained,
    scores,
    sentences,
    turn: moments.find(({ kind }) => kind === 'turn'),
    curve,
    mistakes: mistakesOf(why.value),
    mishaps: mishapsOf(why.value),
  } satisfies WhyAnswer);
});
