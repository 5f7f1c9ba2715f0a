import { useEffect, useRef } from 'preact/hooks';
import type { Viewer } from '../player/state.ts';
import { Icon } from './icons.tsx';
import { KEYS, labelsOf } from './keys.ts';

/** Explains how to use the board, and lists the keys if the viewer has any. */
export function Help({ viewer }: { viewer: Viewer }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      class="help"
      ref={dialog}
      aria-label="Help"
      onClose={() => {
        viewer.help.value = false;
      }}
    >
      <header>
        <h2>Help</h2>
        <button type="button" class="plain" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      <p>
        Drag the board to move it, pinch or turn the wheel to zoom, and tap or click a unit to inspect it. Drag along
        the timeline below the board to go to another round. On the viewer page, the address includes the round, so a
        link opens the same file at the same round.
      </p>
      <dl>
        {KEYS.map((binding) => (
          <div key={binding.does}>
            <dt>
              {labelsOf(binding).map((label) => (
                <kbd key={label}>{label}</kbd>
              ))}
            </dt>
            <dd>{binding.does}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
