import type { JSX } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { keptResults } from '../app/history.ts';
import { game, ownHere, shownName } from '../app/state.ts';
import { asSaved } from '../app/writing.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import { beatenBy, versionsOf } from '../data/versions.ts';
import { ladderOf } from '../games/kits.ts';
import { nextOpponent } from '../match/next-opponent.ts';
import { ladder, openLadder, Portrait, useVersions } from './shared.tsx';
import './ladder.css';

/** The statistics are loaded only for users who open the ladder. */
const LadderDialog = lazy(() => import('./ladder-dialog.tsx'));

/**
 * A small practice ladder of the form's game: the opponents that the user's bots have beaten, and the next opponent.
 */
export function LadderCard(): JSX.Element | null {
  const id = game.value;
  const names = ownHere.value.map(shownName).join(' ');
  const [beaten, setBeaten] = useState<ReadonlySet<string>>(new Set());
  const { value: kept } = keptResults;
  useEffect(() => {
    let isWanted = true;
    const all = names.split(' ').map((name) => versionsOf(id, name));
    void Promise.all(all).then((versions) => isWanted && setBeaten(beatenBy(versions.flat())));
    return () => {
      isWanted = false;
    };
  }, [id, names, kept]);
  const opponents = ladderOf(id);
  if (opponents.length === 0) return null;
  const next = nextOpponent(opponents, beaten);
  return (
    <section class="ladder-card" aria-labelledby="ladder-title">
      <h2 id="ladder-title">Practice ladder</h2>
      <button type="button" onClick={() => openLadder({ game: id })}>
        <span class="portraits">
          {opponents.map((name, rung) => (
            <Portrait key={name} game={id} rung={rung} isBeaten={beaten.has(name)} size={30} />
          ))}
        </span>
        <span>{next ? `Next opponent: ${next}` : `${opponents.at(-1)}, the strongest opponent, is beaten`}</span>
      </button>
    </section>
  );
}

/** The editor's button that shows the earlier versions of the bot. There is no button if the bot hasn't played. */
export function VersionsButton({ player }: { player: OwnPlayer }): JSX.Element | null {
  const { game: id } = player;
  const bot = shownName(asSaved(player));
  if (useVersions(id, bot).length === 0) return null;
  return (
    <button
      type="button"
      class="quiet"
      title="Earlier versions of this bot, their results, and which version is stronger"
      onClick={() => openLadder({ game: id, bot, versions: true })}
    >
      Versions
    </button>
  );
}

/** The dialog of the open ladder. Several places in the page can open it. */
export function Ladder(): JSX.Element | null {
  const wish = ladder.value;
  if (!wish) return null;
  return (
    <Suspense fallback={null}>
      <LadderDialog
        wish={wish}
        onClose={() => {
          ladder.value = undefined;
        }}
      />
    </Suspense>
  );
}
