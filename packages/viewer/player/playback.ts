import { isDirected, slowness } from './director.ts';
import type { Viewer } from './state.ts';

const JUMP_MS = 240;
const clampRound = (viewer: Viewer, round: number) => Math.min(viewer.last.value, Math.max(0, Math.round(round)));

/** Milliseconds per round at the current speed. */
export function roundMs(viewer: Viewer): number {
  const delay = viewer.delayMs.value > 0 ? viewer.delayMs.value : (viewer.timeline.value?.view.delayMs ?? 250);
  return delay / viewer.speed.value;
}

export function play(viewer: Viewer): void {
  if (viewer.timeline.value === undefined) return;
  viewer.jump = undefined;
  if (viewer.round.value >= viewer.last.value && !viewer.live.value) {
    viewer.position = 0;
    viewer.round.value = 0;
  } else viewer.position = viewer.round.value;
  viewer.playing.value = true;
}

export function pause(viewer: Viewer): void {
  if (!viewer.playing.value) return;
  viewer.playing.value = false;
  viewer.follow.value = false;
  // When playback stops, it stops in the round nearest to the shown moment.
  const target = clampRound(viewer, viewer.position);
  viewer.round.value = target;
  viewer.position = target;
}

export function toggle(viewer: Viewer): void {
  if (viewer.playing.value) pause(viewer);
  else play(viewer);
}

/** Goes to a round, with an animation unless `now` is 0 or motion is disabled. Playback continues from this round. */
export function seek(viewer: Viewer, round: number, now = 0): void {
  if (viewer.timeline.value === undefined) return;
  const target = clampRound(viewer, round);
  const from = viewer.round.value;
  viewer.position = target;
  viewer.round.value = target;
  viewer.follow.value = viewer.live.value && target >= viewer.last.value;
  const animate = now > 0 && !viewer.calm.value && !viewer.playing.value && from !== target;
  const duration = Math.abs(target - from) === 1 ? Math.min(JUMP_MS, roundMs(viewer)) : JUMP_MS;
  viewer.jump = animate ? { from, to: target, start: now, duration } : undefined;
}

export function step(viewer: Viewer, by: number, now = 0): void {
  if (viewer.playing.value) pause(viewer);
  seek(viewer, viewer.round.value + by, now);
}

/** Advances time by `elapsed` milliseconds. `now` is on the same clock as the start of jumps. */
export function tick(viewer: Viewer, elapsed: number, now: number): void {
  // The second of two matches shows the first match's round.
  if (viewer.leader !== undefined) return;
  const { jump, last } = viewer;
  if (jump !== undefined && now >= jump.start + jump.duration) viewer.jump = undefined;
  if (!viewer.playing.value) return;
  let position = advanced(viewer, Math.min(elapsed, 250));
  if (viewer.live.value && viewer.follow.value) {
    // The newest round of a live match is shown when it arrives. If several rounds are waiting, they are played faster.
    const behind = last.value - viewer.position;
    if (behind > 2) position = Math.max(position, last.value - 1);
  }
  let ended = false;
  if (position >= last.value) {
    if (viewer.loop.value && !viewer.live.value && last.value > 0) position = 0;
    else {
      position = last.value;
      if (!viewer.live.value) {
        viewer.playing.value = false;
        ended = true;
      }
    }
  }
  viewer.position = position;
  viewer.round.value = Math.floor(position);
  if (ended) viewer.onEnded?.();
}

/** Interval at which the speed is adjusted while playback slows down, in milliseconds. */
const PACE_MS = 16;

/**
 * The part at the start of a round that is played more slowly to keep the picture still, in rounds. The part is too
 * short for visible movement.
 */
const STILL = 0.02;

/** The position after some milliseconds of playback. */
function advanced(viewer: Viewer, elapsed: number): number {
  const perRound = roundMs(viewer);
  const { slows, speed, timeline } = viewer;
  const view = timeline.value?.view;
  const isSlowed = isDirected(viewer);
  if (!isSlowed && (view?.stillMs === undefined || !slows.value)) return viewer.position + elapsed / perRound;
  let { position } = viewer;
  for (let left = elapsed; left > 0; left -= PACE_MS) {
    const round = Math.floor(position);
    const stillMs = position - round < STILL ? (view?.stillMs?.(timeline.value!.frame(round)) ?? 0) / speed.value : 0;
    const ms = stillMs > 0 ? stillMs / STILL : perRound * (isSlowed ? slowness(viewer, position) : 1);
    position += Math.min(left, PACE_MS) / ms;
  }
  return position;
}

/** The two rounds between which the shown moment lies, and the progress from one to the other, 0…1. */
export function between(viewer: Viewer, now: number): { from: number; to: number; t: number } {
  const { jump, position } = viewer.leader ?? viewer;
  const { calm, round } = viewer;
  const last = viewer.timeline.value?.last ?? 0;
  if (jump !== undefined) {
    const t = Math.min(1, Math.max(0, (now - jump.start) / jump.duration));
    return { from: Math.min(jump.from, last), to: Math.min(jump.to, last), t };
  }
  if (!viewer.playing.value || calm.value) {
    const here = Math.min(last, round.value);
    return { from: here, to: here, t: 0 };
  }
  const from = Math.min(last, Math.floor(position));
  return { from, to: Math.min(from + 1, last), t: from === last ? 0 : position - from };
}
