import { saveFile } from '@ludus/viewer/save-file.ts';
import type { JSX } from 'preact';
import type { Contest } from '../../api/contest.ts';
import { listOf, moment, number, t } from '../i18n/messages.ts';
import { Action } from '../parts/action.tsx';
import { podiumPng } from './picture.ts';
import { pathOf, type RevealedStep, type Screen, type Standing } from './screens.ts';

/** The parts of a contest that a reveal shows. */
export type ShownContest = Pick<Contest, 'slug' | 'title' | 'gameTitle'>;

interface ShownProps {
  readonly contest: ShownContest;
  /** The round's title. */
  readonly title: string;
  readonly steps: readonly RevealedStep[];
  readonly screen: Screen;
  /** Shows a match in the viewer. */
  readonly play: (match: number) => JSX.Element;
}

/** One screen of the reveal, as the audience sees it. */
export function Shown({ contest, title, steps, screen, play }: ShownProps): JSX.Element {
  if (screen.kind === 'match')
    return (
      <section class="reveal-match" aria-label={t('reveal.decides', { n: String(screen.match) })}>
        <h2>{t('reveal.decides', { n: String(screen.match) })}</h2>
        {screen.who.length > 1 && <p class="reveal-who">{listOf(screen.who)}</p>}
        {play(screen.match)}
      </section>
    );
  if (screen.kind === 'podium') return <Podium contest={contest} title={title} steps={steps} rows={screen.rows} />;
  const { step, isLast } = screen;
  return (
    <div class="reveal-table">
      {step.kind === 'place' ? (
        <div class={step.place === 1 && isLast ? 'winner' : 'fallen'}>
          <p class="reveal-place">{step.place === 1 ? t('reveal.winner') : t('reveal.place', { n: step.place })}</p>
          {step.rows.map(({ entrant, name, points }) => (
            <p key={entrant} class="reveal-name">
              {name} <small>{number(points, 2)}</small>
            </p>
          ))}
        </div>
      ) : (
        <Cut step={step} />
      )}
    </div>
  );
}

function Cut({ step }: { step: Extract<RevealedStep, { kind: 'cut' }> }): JSX.Element {
  const names = new Map(step.rows.map(({ entrant, name }) => [entrant, name]));
  const out = step.rows.filter(({ stays }) => !stays);
  return (
    <>
      <p class="reveal-place">
        {t('reveal.stage', { n: step.stage })}
        {step.table !== null && <> · {t('reveal.table', { n: step.table })}</>}
      </p>
      <p class="reveal-out">
        {t('reveal.out')} <strong>{out.map(({ name }) => name).join(', ')}</strong>
      </p>
      {step.drawn.length > 0 && (
        <p class="notice">
          {t('reveal.drawn', { names: step.drawn.map((each) => names.get(each) ?? `#${each}`).join(', ') })}
        </p>
      )}
      {step.playedOn.length > 0 && <p class="hint">{t('reveal.played-on', { n: step.playedOn.length })}</p>}
      <ol class="reveal-rows">
        {step.rows.map(({ entrant, name, points, stays }) => (
          <li key={entrant} class={stays ? undefined : 'out'}>
            <span>
              {name}
              {!stays && <span class="visually-hidden"> {t('reveal.is-out')}</span>}
            </span>
            <span class="points">{number(points, 3)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Podium(props: Omit<ShownProps, 'screen' | 'play'> & { rows: readonly Standing[] }): JSX.Element {
  const { contest, title, steps, rows } = props;
  const path = pathOf(rows[0].entrant, steps);
  const picture = async () => {
    const about = `${contest.title} · ${contest.gameTitle} · ${moment(Date.now())}`;
    const written = rows.slice(0, 3).map(({ place, name, points }) => ({ place, name, points: number(points, 2) }));
    await saveFile(`${contest.slug}-podium.png`, await podiumPng({ title, about, rows: written }));
  };
  return (
    <section class="reveal-table reveal-podium" aria-label={t('reveal.podium')}>
      <ol>
        {rows.map(({ entrant, place, name, points }) => (
          <li key={entrant} class={`place-${place}`}>
            <span class="reveal-name">{name}</span>
            <span class="points">{number(points, 2)}</span>
            <span class="step" role="img" aria-label={t('reveal.place', { n: place })}>
              {place}
            </span>
          </li>
        ))}
      </ol>
      {path.length > 0 && (
        <p class="hint">
          {t('reveal.path', { name: rows[0].name })}{' '}
          {path.map(({ stage, place, of }) => t('reveal.path-stage', { stage, place, of })).join(' → ')}
        </p>
      )}
      <p>
        <Action run={picture}>{t('reveal.picture')}</Action>
      </p>
    </section>
  );
}
