import { distinctNames, explain } from '@ludus/lab/why.ts';
import { KITS } from '../games/kits.ts';
import type { WhyQuestion } from './why.ts';

/** Explains one match to a seat. Answers with sentences; none if it can't. */
addEventListener('message', ({ data: { replay, seat, names } }: MessageEvent<WhyQuestion>) => {
  const kit = KITS.find(({ game }) => game.replay.recognizes(replay));
  const why = kit && explain(kit, replay, seat, { names: names && distinctNames(names) });
  postMessage(why?.ok ? why.value.sentences : []);
});
