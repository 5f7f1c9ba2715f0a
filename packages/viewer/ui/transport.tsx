import { seek, step, toggle } from '../player/playback.ts';
import { SPEEDS, type Speed, type Viewer } from '../player/state.ts';
import { flip } from '../player/stored-switches.ts';
import { BoardButtons } from './board-buttons.tsx';
import { Chances } from './chances.tsx';
import { Icon, type IconName } from './icons.tsx';
import { canClip } from './keys.ts';
import { Scrub } from './scrub.tsx';

const speedLabel = (speed: number) => (speed === 0.25 ? '×¼' : speed === 0.5 ? '×½' : `×${speed}`);

function Button(props: {
  icon: IconName;
  label: string;
  keys: string;
  onClick: () => void;
  pressed?: boolean;
  strong?: boolean;
  /** This button is hidden if there is little room, but its key still works. */
  far?: boolean;
  /** This button is hidden on a phone. */
  spare?: boolean;
}) {
  return (
    <button
      type="button"
      class={`round-button${props.strong ? ' strong' : ''}${props.far ? ' far' : ''}${props.spare ? ' spare' : ''}`}
      aria-label={props.label}
      aria-pressed={props.pressed}
      title={`${props.label} (${props.keys})`}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}

/** The bar below the board: the chances of winning, the scrub bar with marks, and the buttons. */
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
          <Button icon="forward" label="Forward one round" keys="→" onClick={() => step(viewer, 1, now())} />
          <Button
            far
            icon="forward10"
            label="Forward 10 rounds"
            keys="Page Down"
            onClick={() => step(viewer, 10, now())}
          />
          <Button icon="last" label="Last round" keys="End" onClick={() => seek(viewer, viewer.last.value, now())} />
        </div>
        <div class="track">
          <Chances viewer={viewer} />
          <Scrub viewer={viewer} />
        </div>
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
            spare
            icon="loop"
            label="Play in a loop"
            keys="L"
            pressed={viewer.loop.value}
            onClick={() => {
              viewer.loop.value = !viewer.loop.value;
            }}
          />
          <Button
            spare
            icon="slow"
            label="Slow motion at losses"
            keys="S"
            pressed={viewer.slows.value && !viewer.calm.value}
            onClick={() => flip(viewer, 'slows')}
          />
          <Button
            icon={viewer.sound.value ? 'sound' : 'mute'}
            label="Sound"
            keys="M"
            pressed={viewer.sound.value}
            onClick={() => flip(viewer, 'sound')}
          />
          {canClip(viewer) && (
            <Button
              spare
              icon="film"
              label="Save a clip"
              keys="C"
              onClick={() => {
                viewer.clip.value = true;
              }}
            />
          )}
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
