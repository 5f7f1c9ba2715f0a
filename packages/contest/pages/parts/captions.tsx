import type { Viewer } from '@ludus/viewer/player.ts';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PremiereHistory } from '../../premieres/history.ts';
import { commentary } from '../commentary/commentary.ts';
import { factsOf } from '../commentary/facts.ts';
import type { Line } from '../commentary/line.ts';
import { keep, readKept } from '../data/browser-storage.ts';
import { listOf, t } from '../i18n/messages.ts';

/** Minimum time between two lines, in milliseconds. */
const LINE_MS = 3500;
const MAX_SHOWN = 3;

/** Whether commentary is turned on in this browser. */
const isWanted = signal(readKept('commentary') !== 'off');

/** A button that turns the commentary on or off. The choice also applies to the next visit. */
export function CommentaryButton(): JSX.Element {
  return (
    <button
      type="button"
      aria-pressed={isWanted.value}
      onClick={() => {
        isWanted.value = !isWanted.value;
        keep('commentary', isWanted.value ? 'on' : 'off');
      }}
    >
      {t('commentary.on')}
    </button>
  );
}

/**
 * The newest lines of commentary up to the round that a viewer shows. Screen readers read them aloud.
 *
 * @param props `msPerRound`: the duration of a round in milliseconds
 */
export function Captions(props: {
  viewer: Viewer;
  sides: readonly (readonly number[])[];
  names: readonly string[];
  history?: PremiereHistory;
  msPerRound: number;
}): JSX.Element | null {
  const { viewer, sides, names, history, msPerRound } = props;
  const { analysed, turn, timeline } = viewer;
  const lines = useMemo(() => {
    const facts = factsOf(viewer, sides, names, history);
    return facts && commentary(facts, Math.max(1, Math.ceil(LINE_MS / msPerRound)));
  }, [analysed.value, turn.value, timeline.value, names.join(), msPerRound]);
  if (!isWanted.value) return null;
  const round = viewer.round.value;
  const shown = (lines ?? []).filter((line) => line.round <= round).slice(-MAX_SHOWN);
  return (
    <div class="captions" role="log" aria-live="polite" aria-label={t('commentary.on')}>
      {shown.map((line) => (
        <p key={`${line.round} ${line.template}`}>{sentenceOf(line)}</p>
      ))}
      {shown.length === 0 && <p class="hint">{t('commentary.none')}</p>}
    </div>
  );
}

const sentenceOf = ({ template, values }: Line): string =>
  t(
    `say.${template}`,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' || typeof value === 'number' ? value : listOf(value),
      ]),
    ),
  );
