import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { seed } from './state.ts';

type Arena = { readonly port: number; readonly page: string } | { readonly problem: string };

/** Opens an Angry Mob arena for programs that connect over TCP, and says how they find it. */
export function ArenaDoor(): JSX.Element {
  const [arena, setArena] = useState<Arena>();
  const [waiting, setWaiting] = useState(false);
  const openArena = async () => {
    setWaiting(true);
    const answer = await fetch(`api/arena?seed=${seed.value}`, { method: 'POST' }).catch(() => undefined);
    setArena(answer?.ok ? ((await answer.json()) as Arena) : { problem: 'the arena did not open' });
    setWaiting(false);
  };
  return (
    <section class="arena" aria-live="polite">
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
