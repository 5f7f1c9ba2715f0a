import type { PanelProps } from '@ludus/viewer/view.ts';
import { useState } from 'preact/hooks';

type Arena = { readonly port: number; readonly page: string } | { readonly problem: string };

/** Opens an arena for programs that connect over TCP, and shows its address. */
export function Panel({ seed, ask }: PanelProps) {
  const [arena, setArena] = useState<Arena>();
  const [waiting, setWaiting] = useState(false);
  const openArena = async () => {
    setWaiting(true);
    setArena(
      await ask('arena', { seed: String(seed) }).then(
        (found) => found as Arena,
        (error: Error) => ({ problem: error.message }),
      ),
    );
    setWaiting(false);
  };
  return (
    <section aria-live="polite">
      <button type="button" class="quiet" disabled={waiting} onClick={() => void openArena()}>
        {waiting ? 'Opening the arena …' : 'Open an arena for programs'}
      </button>
      {arena && 'problem' in arena && <p class="problem">{arena.problem}</p>}
      {arena && 'page' in arena && (
        <p>
          Two players connect to port <strong>{arena.port}</strong>; watch and start on{' '}
          <a href={arena.page} target="_blank" rel="noreferrer">
            its page
          </a>
          .
        </p>
      )}
    </section>
  );
}
