import { MATCHES_PER_GROUP, RUNG_PAIRS } from '@ludus/lab/duels.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { newPlayer } from '../app/setup.tsx';
import { editing, ownHere, shownName } from '../app/state.ts';
import { asSaved, botToPlay } from '../app/writing.ts';
import { beatenBy } from '../data/versions.ts';
import { DuelError, type DuelPool } from '../duel/pool.ts';
import { kitOf } from '../games/kits.ts';
import { nextOpponent } from '../match/next-opponent.ts';
import { type ClimbResult, climbRung } from './climbing.ts';
import { Rung } from './rung-item.tsx';
import { type LadderWish, useVersions } from './shared.tsx';
import { Versions } from './versions.tsx';
import './ladder.css';

/** The practice ladder of a game: its built-in bots, weakest first, and the progress of the user's bot. */
export default function LadderDialog({ wish, onClose }: { wish: LadderWish; onClose(): void }): JSX.Element {
  const { game: id } = wish;
  const dialog = useRef<HTMLDialogElement>(null);
  const pool = useRef<DuelPool>(undefined);
  const { game, ladder } = kitOf(id)!;
  const opponents = ladder!.opponents;
  const opened =
    editing.value?.game === id && editing.value.from !== 'folder' ? asSaved(editing.value).name : undefined;
  const known = ownHere.value.map(({ name }) => name);
  const bots = opened === undefined || known.includes(opened) ? known : [opened, ...known];
  const wished = ownHere.value.find((each) => shownName(each) === wish.bot)?.name ?? wish.bot;
  const [chosen, setBot] = useState(wished ?? opened ?? bots[0]);
  const bot = bots.includes(chosen) ? chosen : bots[0];
  const called = bot === undefined ? '' : shownName(ownHere.value.find(({ name }) => name === bot) ?? { name: bot });
  const versions = useVersions(id, called);
  const beaten = beatenBy(versions);
  const nextOf = (also: readonly string[]) =>
    nextOpponent(
      opponents.map(({ name }) => name),
      [...beaten, ...also],
    );
  const [shown, setShown] = useState(wish.opponent);
  const open = shown ?? nextOf([]) ?? opponents.at(-1)!.name;
  const [running, setRunning] = useState<{ readonly opponent: string; readonly played: number }>();
  const [last, setLast] = useState<{ readonly opponent: string; readonly climbed: ClimbResult }>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    dialog.current?.showModal();
    return () => pool.current?.end(STOPPED);
  }, []);
  const climb = async (opponent: string): Promise<void> => {
    setProblem(undefined);
    setLast(undefined);
    setShown(opponent);
    const player = await botToPlay(id, bot);
    // If the bot can't be saved, the editor shows the reason.
    if (!player) return dialog.current?.close();
    setRunning({ opponent, played: 0 });
    try {
      const climbed = await climbRung(id, player, opponent, RUNG_PAIRS, {
        onPool: (made) => {
          pool.current = made;
        },
        onPlayed: (played) => setRunning({ opponent, played }),
      });
      setLast({ opponent, climbed });
    } catch (error) {
      if (!(error instanceof DuelError) || error.message !== STOPPED) setProblem((error as Error).message);
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <dialog ref={dialog} class="branch ladder" aria-labelledby="ladder-dialog-title" onClose={onClose}>
      <h2 id="ladder-dialog-title">{game.title} practice ladder</h2>
      <p class="hint">
        Beat the opponents one by one. Your goal against each opponent: more than half of the points in{' '}
        {MATCHES_PER_GROUP * RUNG_PAIRS} matches, in pairs with the seats swapped. <code>ludus climb</code> plays the
        same matches.
      </p>
      {bots.length > 0 ? (
        <label class="branch-seat">
          <span>Your bot</span>
          <select
            value={bot}
            disabled={running !== undefined}
            onChange={(event) => {
              setBot(event.currentTarget.value);
              setLast(undefined);
              setShown(undefined);
            }}
          >
            {bots.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p>
          You have no bot for {game.title} yet.{' '}
          <button
            type="button"
            onClick={() => {
              dialog.current?.close();
              newPlayer();
            }}
          >
            Write a bot …
          </button>
        </p>
      )}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <ol class="rungs">
        {opponents.map((opponent, rung) => (
          <Rung
            key={opponent.name}
            game={id}
            rung={rung}
            opponent={opponent}
            isOpen={opponent.name === open}
            versions={versions}
            bot={bot}
            played={running?.opponent === opponent.name ? running.played : undefined}
            isBusy={running !== undefined}
            climbed={last?.opponent === opponent.name ? last.climbed : undefined}
            next={nextOf([opponent.name])}
            onOpen={() => setShown(opponent.name)}
            onClimb={(name) => void climb(name)}
            onStop={() => pool.current?.end(STOPPED)}
            onLeave={() => dialog.current?.close()}
          />
        ))}
      </ol>
      {bot !== undefined && (
        <Versions game={id} bot={bot} called={called} versions={versions} isFirst={wish.versions ?? false} />
      )}
      <p class="branch-buttons">
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}

const STOPPED = 'stopped';
