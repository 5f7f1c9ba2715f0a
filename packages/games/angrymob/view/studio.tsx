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
          Connect two players to port <strong>{arena.port}</strong>. Watch and start the game on{' '}
          <a href={arena.page} target="_blank" rel="noreferrer">
            the arena’s page
          </a>
          .
        </p>
      )}
    </section>
  );
}
