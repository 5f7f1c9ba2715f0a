import { type SourceLine, sourceLines } from '@ludus/lab/duels.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { addResult } from '../app/history.ts';
import { draft, editing, ownHere, shownName } from '../app/state.ts';
import { closeEditor, openEditor } from '../app/writing.ts';
import { draftFrom, keepDraft } from '../data/drafts.ts';
import type { BotVersion } from '../data/versions.ts';
import { DuelError, type DuelPool } from '../duel/pool.ts';
import { codeOf, mainFileOf } from '../match/order.ts';
import { compareVersions, QUICK_PAIRS } from './climbing.ts';
import { ladder } from './shared.tsx';

interface VersionsProps {
  readonly game: string;
  readonly bot: string;
  /** The bot's name in matches. */
  readonly called: string;
  readonly versions: readonly BotVersion[];
  /** Whether the dialog was opened to show the versions. */
  readonly isFirst: boolean;
}

const STOPPED = 'stopped';

/** The versions of a bot that have played, with their results. The user can compare any two versions. */
export function Versions({ game, bot, called, versions, isFirst }: VersionsProps): JSX.Element | null {
  const pool = useRef<DuelPool>(undefined);
  const [pair, setPair] = useState<readonly [number, number]>();
  const [sentence, setSentence] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  useEffect(() => () => pool.current?.end(STOPPED), []);
  if (versions.length === 0) return null;
  const newest = versions.at(-1)!;
  const [freshNumber, oldNumber] = pair ?? [newest.number, (versions.at(-2) ?? newest).number];
  const found = (number: number) => versions.find((version) => version.number === number) ?? newest;
  const [fresh, old] = [found(freshNumber), found(oldNumber)];
  const choose = (next: readonly [number, number]) => {
    setPair(next);
    setSentence(undefined);
  };
  const play = async () => {
    setRunning(true);
    setSentence(undefined);
    try {
      const said = await compareVersions(game, called, [fresh, old], (made) => {
        pool.current = made;
      });
      setSentence(said);
    } catch (error) {
      if (!(error instanceof DuelError) || error.message !== STOPPED) setSentence((error as Error).message);
    } finally {
      setRunning(false);
    }
  };
  const takeBack = async ({ code }: BotVersion) => {
    const player = ownHere.value.find(({ name }) => name === bot);
    if (!player) return;
    // The current text is one of the versions, even if it hasn't played.
    const isOpen = editing.value?.game === game && draft.value?.before === bot;
    const { source, files } = isOpen ? draft.value! : player;
    await addResult(game, { kind: 'own', name: called, ...codeOf({ ...player, source, files }) }, (version) => version);
    ladder.value = undefined;
    closeEditor();
    draft.value = undefined;
    keepDraft({ ...draftFrom(player), ...codeOf(code) });
    openEditor(player);
  };
  const canTakeBack = ownHere.value.some(({ name, from }) => name === bot && from !== 'folder');
  return (
    <details class="versions" open={isFirst} {...(isFirst && { ref: scrollThere })}>
      <summary>
        Versions of {called} that have played: {versions.length}
      </summary>
      <div class="version-table">
        <table>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">First played</th>
              <th scope="col">Matches</th>
              <th scope="col">Ladder</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {versions.toReversed().map((version) => (
              <tr key={version.number}>
                <th scope="row">{version.number}</th>
                <td>{new Date(version.at).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' })}</td>
                <td>{matchesOf(version)}</td>
                <td>{ladderOf(version)}</td>
                <td>
                  {canTakeBack && (
                    <button
                      type="button"
                      class="quiet"
                      aria-label={`Open version ${version.number} in the editor`}
                      onClick={() => void takeBack(version)}
                    >
                      Open
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {versions.length > 1 && (
        <>
          <fieldset class="version-pair" disabled={isRunning}>
            <legend>Compare</legend>
            <Choice
              label="Newer version"
              versions={versions}
              value={fresh.number}
              onChoose={(n) => choose([n, old.number])}
            />
            with
            <Choice
              label="Older version"
              versions={versions}
              value={old.number}
              onChoose={(n) => choose([fresh.number, n])}
            />
            {!isRunning && (
              <button type="button" disabled={fresh === old} onClick={() => void play()}>
                Play up to {2 * QUICK_PAIRS} matches
              </button>
            )}
          </fieldset>
          {isRunning && (
            <p role="status">
              Playing …{' '}
              <button type="button" class="quiet" onClick={() => pool.current?.end(STOPPED)}>
                Stop
              </button>
            </p>
          )}
          {sentence !== undefined && (
            <p class="duel-sentence" role="status">
              {sentence}
            </p>
          )}
          <Difference called={called} fresh={fresh} old={old} />
        </>
      )}
    </details>
  );
}

const scrollThere = (element: HTMLElement | null): void => element?.scrollIntoView();

const matchesOf = ({ matches, firsts }: BotVersion): string =>
  matches === 0 ? 'none' : `${matches}, first in ${firsts}`;

function ladderOf({ rungs }: BotVersion): string {
  const beaten = Object.entries(rungs).flatMap(([name, { isBeaten }]) => (isBeaten ? [name] : []));
  if (beaten.length > 0) return `beats ${beaten.join(', ')}`;
  return Object.keys(rungs).length === 0 ? 'not played' : 'hasn’t beaten an opponent yet';
}

function Choice(props: {
  label: string;
  versions: readonly BotVersion[];
  value: number;
  onChoose(number: number): void;
}): JSX.Element {
  return (
    <select
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChoose(Number(event.currentTarget.value))}
    >
      {props.versions.map(({ number }) => (
        <option key={number} value={number}>
          version {number}
        </option>
      ))}
    </select>
  );
}

const MARKS = { added: '+', removed: '−', same: ' ', gap: '…' } as const;

/** The lines that differ, file by file. */
function Difference({ called, fresh, old }: { called: string; fresh: BotVersion; old: BotVersion }): JSX.Element {
  const filesOf = ({ code }: BotVersion) =>
    new Map([
      [mainFileOf({ name: shownName({ name: called }), ...code }), code.source],
      ...(code.files ?? []).map(({ name, text }): [string, string] => [name, text]),
    ]);
  const [before, after] = [filesOf(old), filesOf(fresh)];
  const files = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const lines = sourceLines(before.get(name) ?? '', after.get(name) ?? '');
    return lines.length > 0 ? [{ name, lines }] : [];
  });
  if (files.length === 0) return <p class="hint">These two versions are the same.</p>;
  return (
    <>
      {files.map(({ name, lines }) => (
        <figure key={name} class="difference">
          <figcaption>
            {name}, from version {old.number} to {fresh.number}
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <pre tabIndex={0}>
            {lines.map((line, at) => (
              <Line key={at} line={line} />
            ))}
          </pre>
        </figure>
      ))}
    </>
  );
}

const Line = ({ line: { kind, text } }: { line: SourceLine }): JSX.Element => (
  <span class={`line ${kind}`}>
    {MARKS[kind]} {text}
    {'\n'}
  </span>
);
