import { useEffect, useRef } from 'preact/hooks';
import type { Viewer } from '../player/state.ts';
import { Icon } from './icons.tsx';
import { KEYS, labelsOf } from './keys.ts';

/** The sheet of keys. */
export function Help({ viewer }: { viewer: Viewer }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = () => {
    viewer.help.value = false;
  };
  return (
    <dialog class="help" ref={dialog} aria-label="Help" onClose={close}>
      <header>
        <h2>Keys</h2>
        <button type="button" class="plain" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
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
      <p class="dim small">
        Drag the board to move it, turn the wheel or pinch to zoom, click a unit to look into it. The address keeps the
        round: a link opens the same file at the same place.
      </p>
    </dialog>
  );
}
