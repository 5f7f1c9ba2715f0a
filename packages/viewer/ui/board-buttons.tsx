import type { Viewer } from '../player/state.ts';
import { Icon } from './icons.tsx';
import { fitAll, nextMode, zoomIn, zoomOut } from './keys.ts';

/** Buttons that change the visible part of the world and the scale. */
export function BoardButtons({ viewer }: { viewer: Viewer }) {
  const modes = viewer.timeline.value?.view.modes ?? [];
  return (
    <div class="board-buttons">
      {modes.length > 1 && (
        <fieldset class="segmented" aria-label="View">
          {modes.map((mode) => (
            <button
              key={mode.id}
              type="button"
              aria-pressed={viewer.mode.value === mode.id}
              title="Window or whole universe (U)"
              onClick={() => {
                if (viewer.mode.value !== mode.id) nextMode(viewer);
              }}
            >
              {mode.label}
            </button>
          ))}
        </fieldset>
      )}
      <fieldset class="segmented" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoomIn(viewer)}>
          <Icon name="plus" />
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoomOut(viewer)}>
          <Icon name="minus" />
        </button>
        <button type="button" aria-label="Fit" onClick={() => fitAll(viewer)}>
          <Icon name="fit" />
        </button>
      </fieldset>
    </div>
  );
}
