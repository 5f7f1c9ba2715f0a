import { useComputed } from '@preact/signals';
import { seek, step, toggle } from '../player/playback.ts';
import { SPEEDS, type Speed, type Viewer } from '../player/state.ts';
import { MARK_KINDS, type Mark, type MarkKind } from '../view/view.ts';
import { BoardButtons } from './board-buttons.tsx';
import { Icon, type IconName } from './icons.tsx';

export const speedLabel = (speed: number) => (speed === 0.25 ? '×¼' : speed === 0.5 ? '×½' : `×${speed}`);

function Button(props: {
  icon: IconName;
  label: string;
  keys: string;
  onClick: () => void;
  pressed?: boolean;
  strong?: boolean;
  /** Left out where there is little room: its key still works. */
  far?: boolean;
}) {
  return (
    <button
      type="button"
      class={`round-button${props.strong ? ' strong' : ''}${props.far ? ' far' : ''}`}
      aria-label={props.label}
      aria-pressed={props.pressed}
      title={`${props.label} (${props.keys})`}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** The bar below the board: scrub bar with marks, then buttons. */
export function Transport({ viewer }: { viewer: Viewer }) {
  const ready = viewer.timeline.value !== undefined;
  const now = () => performance.now();
  return (
    <section class="transport" aria-label="Playback">
      <div class="transport-row">
        <div class="buttons steps">
          <Button icon="first" label="First round" keys="Home" onClick={() => seek(viewer, 0, now())} />
          <Button far icon="back10" label="Back 10 rounds" keys="Page Up" onClick={() => step(viewer, -10, now())} />
          <Button icon="back" label="Back one round" keys="←" onClick={() => step(viewer, -1, now())} />
          <Button
            strong
            icon={viewer.playing.value ? 'pause' : 'play'}
            label={viewer.playing.value ? 'Pause' : 'Play'}
            keys="Space"
            onClick={() => toggle(viewer)}
          />
          <Button icon="forward" label="On one round" keys="→" onClick={() => step(viewer, 1, now())} />
          <Button far icon="forward10" label="On 10 rounds" keys="Page Down" onClick={() => step(viewer, 10, now())} />
          <Button icon="last" label="Last round" keys="End" onClick={() => seek(viewer, viewer.last.value, now())} />
        </div>
        <Scrub viewer={viewer} />
        <label class="round-field">
          <span class="dim">Round</span>
          <input
            class="round-input"
            type="number"
            min={0}
            max={viewer.last.value}
            value={viewer.round.value}
            disabled={!ready}
            aria-label="Round"
            onChange={(event) => seek(viewer, Number(event.currentTarget.value) || 0, now())}
          />
          <span class="dim last-round">/ {viewer.last.value}</span>
        </label>
        <div class="buttons">
          <label class="speed">
            <span class="hidden">Speed</span>
            <select
              class="speed-select"
              title="Speed (↑ faster, ↓ slower)"
              value={String(viewer.speed.value)}
              onChange={(event) => {
                viewer.speed.value = Number(event.currentTarget.value) as Speed;
              }}
            >
              {SPEEDS.map((speed) => (
                <option key={speed} value={String(speed)}>
                  {speedLabel(speed)}
                </option>
              ))}
            </select>
          </label>
          <Button
            icon="loop"
            label="Play in a loop"
            keys="L"
            pressed={viewer.loop.value}
            onClick={() => {
              viewer.loop.value = !viewer.loop.value;
            }}
          />
          {viewer.live.value && (
            <button
              type="button"
              class="live"
              aria-pressed={viewer.follow.value}
              onClick={() => seek(viewer, viewer.last.value)}
            >
              <span class="live-dot" /> Live
            </button>
          )}
        </div>
        <BoardButtons viewer={viewer} />
      </div>
    </section>
  );
}

const MARK_NAMES: Record<MarkKind, string> = {
  kill: 'kills and fights',
  death: 'deaths',
  freeze: 'frozen',
  base: 'base conquered',
};
/** Top and height of the ticks of each kind, in percent of the strip. */
const TICK: Record<MarkKind, [number, number]> = { kill: [0, 48], death: [55, 45], freeze: [0, 100], base: [0, 100] };

function Scrub({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const last = viewer.last.value;
  const marks = useComputed(() => {
    void viewer.analysed.value;
    return [...(viewer.analysis.value?.marks ?? [])];
  });
  const color = (mark: Mark) =>
    mark.seat < 0 || timeline === undefined ? 'var(--ink)' : timeline.view.seatColor(mark.seat, viewer.theme.value);
  const left = (round: number) => `${last === 0 ? 0 : (100 * round) / last}%`;
  const kinds = MARK_KINDS.filter((kind) => marks.value.some((mark) => mark.kind === kind));
  const here = marks.value.filter((mark) => mark.round === viewer.round.value).map((mark) => mark.text);
  return (
    <div class="scrub">
      <div class="marks" aria-hidden="true">
        {marks.value.slice(-3000).map((mark) =>
          mark.kind === 'freeze' || mark.kind === 'base' ? (
            <span
              key={`${mark.round}${mark.kind}${mark.seat}`}
              class={`flag ${mark.kind}`}
              style={{ left: left(mark.round), color: color(mark) }}
            >
              {mark.kind === 'freeze' ? '❄' : '⚑'}
            </span>
          ) : (
            <span
              key={`${mark.round}${mark.kind}${mark.seat}`}
              class="tick"
              style={{
                left: left(mark.round),
                top: `${TICK[mark.kind][0]}%`,
                height: `${TICK[mark.kind][1]}%`,
                background: color(mark),
              }}
            />
          ),
        )}
      </div>
      <input
        class="scrub-input"
        type="range"
        min={0}
        max={Math.max(1, last)}
        step={1}
        value={viewer.round.value}
        disabled={timeline === undefined}
        aria-label="Scrub bar"
        aria-valuetext={`Round ${viewer.round.value} of ${last}${here.length > 0 ? `: ${here.join('; ')}` : ''}`}
        style={{ '--share': left(viewer.round.value) }}
        onInput={(event) => seek(viewer, Number(event.currentTarget.value))}
      />
      <div class="mark-line">
        <span class="mark-now">{here.slice(0, 3).join(' · ')}</span>
        {kinds.length > 0 && (
          <span class="mark-key" aria-hidden="true">
            {kinds.map((kind) => (
              <span key={kind} class={`key-${kind}`}>
                {MARK_NAMES[kind]}
              </span>
            ))}
          </span>
        )}
      </div>
    </div>
  );
}
