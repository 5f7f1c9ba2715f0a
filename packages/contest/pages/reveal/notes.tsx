import type { JSX } from 'preact';
import { listOf, number, t } from '../i18n/messages.ts';
import { Card } from '../parts/page.tsx';
import { pathOf, type RevealedStep, type Screen } from './screens.ts';

/** The notes on the presenter's own screen, which show the results before the audience sees them. */
export function Notes(props: { steps: readonly RevealedStep[]; screens: readonly Screen[]; at: number }): JSX.Element {
  const { steps, screens, at } = props;
  return (
    <div class="columns even reveal-notes">
      <Card title={t('reveal.now')}>
        {at === 0 ? <p>{t('reveal.begin')}</p> : <Sentences screen={screens[at - 1]} steps={steps} />}
      </Card>
      <Card title={t('reveal.then')}>
        {at === screens.length ? (
          <p class="empty">{t('reveal.end')}</p>
        ) : (
          <Sentences screen={screens[at]} steps={steps} />
        )}
      </Card>
    </div>
  );
}

function Sentences({ screen, steps }: { screen: Screen; steps: readonly RevealedStep[] }): JSX.Element {
  return (
    <ul class="plain">
      {sentencesOf(screen, steps).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function sentencesOf(screen: Screen, steps: readonly RevealedStep[]): string[] {
  if (screen.kind === 'podium')
    return [
      ...screen.rows.map(({ place, name, points }) => `${place}. ${name}: ${number(points, 2)}`),
      ...pathOf(screen.rows[0].entrant, steps).map((each) => t('reveal.path-stage', each)),
    ];
  const result = resultOf(screen.step);
  if (screen.kind === 'step') return result;
  return [
    t('reveal.decides', { n: String(screen.match) }),
    ...(screen.who.length > 1 ? [listOf(screen.who)] : []),
    ...result.map((sentence) => `${t('reveal.soon')} ${sentence}`),
  ];
}

function resultOf(step: RevealedStep): string[] {
  if (step.kind === 'place')
    return step.rows.map(
      ({ name, points }) => `${t('reveal.place', { n: step.place })}: ${name}, ${number(points, 2)}`,
    );
  const out = step.rows.filter(({ stays }) => !stays).map(({ name }) => name);
  return [
    `${t('reveal.stage', { n: step.stage })}${step.table === null ? '' : ` · ${t('reveal.table', { n: step.table })}`}`,
    `${t('reveal.out')} ${listOf(out)}`,
    ...(step.playedOn.length > 0 ? [t('reveal.played-on', { n: step.playedOn.length })] : []),
  ];
}
