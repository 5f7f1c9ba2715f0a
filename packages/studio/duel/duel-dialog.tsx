import type { MatchRecord } from '@ludus/lab/results.ts';
import { countPairs, describeElo, matchScore, type Standing } from '@ludus/lab/statistics.ts';
import { newMatchKey } from '@ludus/referee/match.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { openFiles, PLAYER_FILES, playerOfFiles } from '../app/opened-files.ts';
import { isPlayground } from '../app/page-variant.ts';
import { RevisionChoice } from '../app/revision-choice.tsx';
import {
  boardName,
  boards,
  chooseRevision,
  draft,
  editing,
  game,
  isOfFolder,
  ownHere,
  playerOf,
  revision,
  revisions,
  rulesOfForm,
  seats,
  seed,
  shownName,
} from '../app/state.ts';
import { OF_SEED } from '../data/boards.ts';
import type { OwnPlayer } from '../data/own-players.ts';
import { type BotVersion, isSameCode, seatedVersion, versionsOf } from '../data/versions.ts';
import { GAMES, kitOf } from '../games/kits.ts';
import { codeOf, type OwnPlayerOrder, type PlayerOrder } from '../match/order.ts';
import type { DuelOrder } from './order.ts';
import { DuelError, DuelPool, underFuel } from './pool.ts';
import { commandOf, type DuelEnd, type DuelWish, makesNewBoards, runDuel, seatsOfDuel } from './run-duel.ts';
import { watchAgain } from './watch-again.ts';
import './duel.css';

/** The value for a duel without other players, in which the two bots share all seats. */
const NOBODY = '';
/** Maximum number of lost matches in the list. */
const MAX_LOST = 8;

interface RunningDuel {
  readonly order: DuelOrder;
  readonly wish: DuelWish;
  readonly all: boolean;
}

/**
 * The dialog that tests whether one version is stronger than another. It plays many matches in workers, and shows the
 * result in the same words as the command.
 */
export default function DuelDialog({ onClose }: { onClose(): void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const pool = useRef<DuelPool>(undefined);
  const [files, setFiles] = useState<readonly OwnPlayerOrder[]>([]);
  const kit = kitOf(game.value)!;
  const { show } = kit.partners;
  const chosen = [seats.value[0] ?? `builtin/${show[0]}`, `builtin/${kit.partners.filler ?? kit.partners.sparring}`];
  const [pair, setPair] = useState<readonly string[]>(chosen);
  const [fresh, old] = pair;
  const [others, setOthers] = useState(NOBODY);
  const isNewDefault =
    makesNewBoards(game.value) && seatsOfDuel({ ...rulesOfForm(), boards: [], players: [] }) === seats.value.length;
  const [chosenBoards, setChosenBoards] = useState<'new' | 'one' | 'all'>(isNewDefault ? 'new' : 'one');
  const all = chosenBoards === 'all';
  const [firstSeed, setFirstSeed] = useState(seed.value);
  const [limit, setLimit] = useState(100);
  const [running, setRunning] = useState<RunningDuel>();
  const [standing, setStanding] = useState<Standing>();
  const [end, setEnd] = useState<DuelEnd>();
  const [problem, setProblem] = useState<string>();
  const [versions, setVersions] = useState<readonly NamedVersion[]>([]);
  useEffect(() => {
    void namedVersions().then((found) => {
      setVersions(found);
      // By default, the user's bot is compared with its previous version.
      const before = found.findLast(({ of, version }) => fresh === `own/${of.name}` && !isSameCode(version.code, of));
      if (before) setPair((pair) => (pair === chosen ? [fresh, before.value] : pair));
    });
    dialog.current?.showModal();
    return () => pool.current?.end('the page has left the duel');
  }, []);

  const playerFor = (choice: string): PlayerOrder | string => {
    const [kind] = choice.split('/', 1);
    const name = choice.slice(kind.length + 1);
    if (kind === 'draft' && draft.value) {
      return { kind: 'own', name: shownName(draft.value), ...codeOf({ ...editing.value, ...draft.value }) };
    }
    if (kind === 'version') return versions.find(({ value }) => value === choice)!.player;
    if (kind === 'file') return files.find((file) => file.name === name) ?? `there is no file ${name}`;
    return playerOf(game.value, choice);
  };
  /**
   * The boards of the duel: the game's boards with the same number of players as the chosen board, or only the chosen
   * board.
   */
  const boardsOf = (): DuelOrder['boards'] => {
    if (boardName.value === OF_SEED || chosenBoards === 'new') return [];
    const here = boards.value.filter(({ from, name }) => (all ? from === 'ludus' : name === boardName.value));
    const rules = GAMES.find(({ id }) => id === game.value)!;
    const seatsOf = (text: string) => {
      const read = rules.readBoard(text);
      return read.ok ? rules.seatsOf(read.value) : 0;
    };
    const wanted = Math.max(2, others === NOBODY ? 2 : 3);
    const numbers = here.map(({ text }) => seatsOf(text)).filter((number) => number >= wanted);
    const fewest = Math.min(...numbers);
    return here.filter(({ text }) => !all || seatsOf(text) === fewest).map(({ name, text }) => ({ name, text }));
  };
  const begin = (event: Event): void => {
    event.preventDefault();
    const players: PlayerOrder[] = [];
    for (const choice of [fresh, old, ...(others === NOBODY ? [] : [others])]) {
      const player = playerFor(choice);
      if (typeof player === 'string') {
        setProblem(player);
        return;
      }
      players.push(player);
    }
    const order: DuelOrder = { ...rulesOfForm(), boards: boardsOf(), players };
    void play(order);
  };
  const play = async (wished: DuelOrder): Promise<void> => {
    const isPlain = !isPlayground && isOfFolder(wished);
    const order = isPlain
      ? wished
      : await underFuel(wished, newMatchKey().slice(0, 8)).catch((error: Error) => error.message);
    if (typeof order === 'string') {
      setProblem(order);
      return;
    }
    const fit = seatsOfDuel(order);
    if (typeof fit === 'string') {
      setProblem(fit);
      return;
    }
    const wish = { firstSeed, limit };
    setProblem(undefined);
    setEnd(undefined);
    setStanding(undefined);
    setRunning({ order, wish, all });
    const made = new DuelPool(order);
    pool.current = made;
    runDuel(order, wish, (spec) => made.play(spec), made.size * 3, setStanding).then(
      (result) => {
        made.end('the duel is over');
        setEnd(result);
        setRunning(undefined);
      },
      (error: Error) => {
        made.end('the duel is over');
        setRunning(undefined);
        if (!(error instanceof DuelError)) throw error;
        if (error.message !== STOPPED) setProblem(error.message);
      },
    );
    setLast({ order, wish, all });
  };
  const [last, setLast] = useState<RunningDuel>();
  const lost = end && last ? lostMatches(end.records) : [];
  const choose = async (): Promise<void> => {
    const opened = await openFiles(PLAYER_FILES);
    if (opened.length === 0) return;
    const player = await playerOfFiles(game.value, opened);
    if (typeof player === 'string') {
      setProblem(player);
      return;
    }
    const { name } = player;
    setProblem(undefined);
    setFiles([...files.filter((each) => each.name !== name), { kind: 'own', ...player }]);
    setPair([`file/${name}`, old]);
  };
  const choices = (
    <>
      <optgroup label="Built-in bots">
        {kit.players.map(({ name }) => (
          <option key={name} value={`builtin/${name}`}>
            {name}
          </option>
        ))}
      </optgroup>
      {(ownHere.value.length > 0 || files.length > 0) && (
        <optgroup label="Yours">
          {ownHere.value.map(({ name }) => (
            <option key={name} value={`own/${name}`}>
              {name}
            </option>
          ))}
          {draft.value?.game === game.value && (
            <option value={`draft/${draft.value.name}`}>{draft.value.name}, unsaved, from the editor</option>
          )}
          {files.map(({ name }) => (
            <option key={name} value={`file/${name}`}>
              {name}, from a file
            </option>
          ))}
        </optgroup>
      )}
      {versions.length > 0 && (
        <optgroup label="Earlier versions of your bot">
          {versions.map(({ value, of, version }) => (
            <option key={value} value={value}>
              {shownName(of)}, version {version.number}
            </option>
          ))}
        </optgroup>
      )}
    </>
  );
  const now = end?.standing ?? standing;
  return (
    <dialog ref={dialog} class="branch duel" aria-labelledby="duel-title" onClose={onClose}>
      <form onSubmit={begin}>
        <h2 id="duel-title">Which version is stronger?</h2>
        <p class="hint">
          The versions play matches in pairs, on the same board and seed with the seats swapped, so that luck cancels
          out. The duel ends when it is clear which version is stronger, or when all pairs are played.
        </p>
        <fieldset disabled={running !== undefined}>
          <label class="branch-seat">
            <span>New</span>
            <select value={fresh} onChange={(event) => setPair([event.currentTarget.value, old])}>
              {choices}
            </select>
          </label>
          <label class="branch-seat">
            <span>Old</span>
            <select value={old} onChange={(event) => setPair([fresh, event.currentTarget.value])}>
              {choices}
            </select>
          </label>
          {Math.max(...kit.game.seats) > 2 && (
            <label class="branch-seat">
              <span>In the other seats</span>
              <select value={others} onChange={(event) => setOthers(event.currentTarget.value)}>
                <option value={NOBODY}>these two versions</option>
                {choices}
              </select>
            </label>
          )}
          <RevisionChoice revisions={revisions.value} value={revision.value} onChoose={chooseRevision} />
          {boardName.value !== OF_SEED && (
            <label class="branch-seat">
              <span>Boards</span>
              <select
                value={chosenBoards}
                onChange={(event) => setChosenBoards(event.currentTarget.value as typeof chosenBoards)}
              >
                {makesNewBoards(game.value) && <option value="new">a generated board for each pair</option>}
                <option value="one">{boardName.value}</option>
                <option value="all">all boards of the game</option>
              </select>
            </label>
          )}
          <label class="branch-seat">
            <span>First seed</span>
            <input
              type="number"
              min="0"
              max="2147483647"
              required
              value={firstSeed}
              onInput={(event) => setFirstSeed(Math.trunc(event.currentTarget.valueAsNumber) || 0)}
            />
          </label>
          <label class="branch-seat">
            <span>Maximum pairs</span>
            <input
              type="number"
              min="1"
              max="100000"
              required
              value={limit}
              onInput={(event) => setLimit(Math.max(1, Math.trunc(event.currentTarget.valueAsNumber) || 1))}
            />
          </label>
          <button type="button" class="quiet" onClick={() => void choose()}>
            A bot’s files …
          </button>
        </fieldset>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {end && (
          <p class="duel-sentence" role="status">
            {end.sentence}
          </p>
        )}
        {now && !end && (
          <div class="duel-standing">
            <progress max={last?.wish.limit ?? 1} value={now.groups} aria-label="Pairs played" />
            <p>
              {countPairs(now.groups)}: {(100 * now.score).toFixed(0)}% of the points
            </p>
          </div>
        )}
        {end && (
          <details>
            <summary>Details</summary>
            <p>
              {describeElo(end.standing)}, {(100 * end.standing.score).toFixed(1)}% of the points in{' '}
              {countPairs(end.standing.groups)}
            </p>
          </details>
        )}
        {last && lost.length > 0 && (
          <p class="duel-lost">
            Watch a match that {last.order.players[0].name} lost:{' '}
            {lost.map((record) => (
              <button
                key={record.id}
                type="button"
                class="quiet"
                onClick={() => {
                  onClose();
                  watchAgain(record, last.order);
                }}
              >
                seed {record.seed}
                {last.order.boards.length > 1 && `, ${last.order.boards[record.board].name}`}
              </button>
            ))}
          </p>
        )}
        {end && last && (
          <p class="hint">
            The same in a terminal: <code>{commandOf(last.order, last.wish, last.all)}</code>
          </p>
        )}
        <p class="branch-buttons">
          {running ? (
            <button key="stop" type="button" class="play stop" onClick={() => pool.current?.end(STOPPED)}>
              Stop
            </button>
          ) : (
            <button key="play" type="submit" class="play">
              Play the duel
            </button>
          )}
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </p>
      </form>
    </dialog>
  );
}

const STOPPED = 'stopped';

/** A version of a bot, as an option in a list. */
interface NamedVersion {
  readonly value: string;
  readonly of: OwnPlayer;
  readonly version: BotVersion;
  readonly player: PlayerOrder;
}

/** The versions of the user's bots for the form's game. For each bot, the oldest version is first. */
async function namedVersions(): Promise<NamedVersion[]> {
  const all = await Promise.all(
    ownHere.value.map(async (of) => {
      const name = shownName(of);
      return (await versionsOf(game.value, name)).map((version) => ({
        value: `version/${name}/${version.number}`,
        of,
        version,
        player: seatedVersion(version, name),
      }));
    }),
  );
  return all.flat();
}

/** The matches in which NEW got less than half of the points. */
const lostMatches = (records: readonly MatchRecord[]): MatchRecord[] =>
  records.filter(({ scores, players }) => matchScore(scores, players) < 0.5).slice(0, MAX_LOST);
