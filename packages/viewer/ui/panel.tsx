import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { PARTS } from '../parts.ts';
import { budgetAt } from '../player/budget.ts';
import { isShown } from '../player/extras.ts';
import { lookAs, showHeat } from '../player/load.ts';
import type { PanelTab, Viewer } from '../player/state.ts';
import type { SeatSummary } from '../view/view.ts';
import { EventsTab } from './events-tab.tsx';
import { Icon, SeatMark } from './icons.tsx';
import { Inspector } from './inspector.tsx';
import { LogTab } from './log-tab.tsx';
import { Part } from './part.tsx';
import { calledAt, sidesOf, teamName } from './sides.ts';

/** How the referee's sentence about a refused move begins in its player's log. */
const REFUSED = 'refused: ';

const TABS: readonly { id: PanelTab; label: string }[] = [
  { id: 'match', label: 'Match' },
  { id: 'events', label: 'Events' },
  { id: 'charts', label: 'Charts' },
  { id: 'log', label: 'Log' },
  { id: 'map', label: 'More' },
];

/** Scores always, below them one of five tabs. */
export function Panel({ viewer }: { viewer: Viewer }) {
  const tab = viewer.tab.value;
  const choose = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = TABS.findIndex((one) => one.id === tab);
    viewer.tab.value = TABS[(at + by + TABS.length) % TABS.length].id;
    const list = event.currentTarget as HTMLElement;
    (list.children[(at + by + TABS.length) % TABS.length] as HTMLElement).focus();
  };
  return (
    <aside class="panel" aria-label="Match">
      <Looking viewer={viewer} />
      <Seats viewer={viewer} />
      <div class="tabs" role="tablist" aria-label="Details" onKeyDown={choose}>
        {TABS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={tab === id}
            aria-controls="tab-body"
            tabIndex={tab === id ? 0 : -1}
            onClick={() => {
              viewer.tab.value = id;
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long tab must scroll by keyboard */}
      <div class="tab-body" id="tab-body" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {tab === 'match' && <MatchTab viewer={viewer} />}
        {tab === 'events' && <EventsTab viewer={viewer} />}
        {tab === 'charts' && <Part viewer={viewer} load={PARTS.charts} name="charts" />}
        {tab === 'log' && <LogTab viewer={viewer} />}
        {tab === 'map' && <MoreTab viewer={viewer} />}
      </div>
    </aside>
  );
}

/** Whose eyes the match is seen with, in a game that hides something. */
function Looking({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  if (timeline === undefined || viewer.whole?.seenBy === undefined) return null;
  return (
    <label class="looking">
      Seen by
      <select value={viewer.looking.value} onChange={(event) => lookAs(viewer, Number(event.currentTarget.value))}>
        <option value={-1}>everyone: all is shown</option>
        {timeline.names.map((name, seat) => (
          <option key={`${seat} ${name}`} value={seat}>
            {name} ({seat + 1})
          </option>
        ))}
      </select>
    </label>
  );
}

function Seats({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return null;
  const { view, names, teams } = timeline;
  const summaries = view.seats(timeline.frame(Math.min(viewer.round.value, timeline.last)));
  const best = Math.max(...summaries.map(({ score }) => Number(score)));
  const sides = sidesOf(timeline);
  const leading = sides.filter(([seat]) => Number(summaries[seat].score) === best);
  const scoreOf = (side: readonly number[]) => (
    <span class={leading.length === 1 && leading[0] === side ? 'seat-score leads' : 'seat-score'}>
      {summaries[side[0]].score}
    </span>
  );
  const listClass = `seats${viewer.tab.value === 'match' ? '' : ' compact'}${names.length > 4 ? ' many' : ''}`;
  if (!teams)
    return (
      <ul class={listClass}>
        {sides.map((side) => (
          <li key={`${side[0]} ${names[side[0]]}`}>
            <SeatCard viewer={viewer} seat={side[0]} summary={summaries[side[0]]} score={scoreOf(side)} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul class={listClass}>
      {sides.map((side, team) => (
        <li key={side[0]} class="team">
          <h3>
            <span class="seat-name">{teamName(timeline, side) ?? `Team ${team + 1}`}</span>
            {scoreOf(side)}
          </h3>
          <ul>
            {side.map((seat) => (
              <li key={`${seat} ${names[seat]}`}>
                <SeatCard
                  viewer={viewer}
                  seat={seat}
                  summary={summaries[seat]}
                  isOne={teamName(timeline, side) !== undefined}
                />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** A seat's card. `isOne`: its name is in the heading, because one bot plays all seats of its team. */
function SeatCard(props: { viewer: Viewer; seat: number; summary: SeatSummary; score?: JSX.Element; isOne?: boolean }) {
  const { viewer, seat, summary } = props;
  const { view, names } = viewer.timeline.value!;
  const budget = summary.status === -1 ? -1 : budgetAt(viewer, viewer.round.value, seat);
  const frozen = budget === -1;
  const color = view.seatColor(seat, viewer.theme.value);
  const pointed = viewer.seat.value === seat;
  return (
    <button
      type="button"
      class={`seat${frozen ? ' frozen' : ''}`}
      style={{ '--seat': color }}
      aria-pressed={pointed}
      title={`Point out the ${view.unitsWord} of ${names[seat]} (${seat + 1})`}
      onClick={() => {
        viewer.seat.value = pointed ? -1 : seat;
        if (viewer.tab.value !== 'events' && viewer.tab.value !== 'log') viewer.tab.value = 'match';
      }}
    >
      <SeatMark path={view.seatShape(seat)} color={color} size={18} />
      <span class="seat-name">{props.isOne ? `Seat ${seat + 1}` : names[seat]}</span>
      {props.score}
      <span class="seat-facts">
        {summary.facts.map((fact) => (
          <span key={fact.label}>
            {fact.label} <b>{fact.value}</b>
          </span>
        ))}
      </span>
      {frozen ? (
        <span class="seat-frozen">
          <Icon name="snow" />{' '}
          <span>
            {view.frozenWord}
            {verdictOf(viewer, seat, summary)}
          </span>
        </span>
      ) : (
        budget !== undefined &&
        budget > 0 && (
          <span class="seat-budget">
            <span class="meter">
              <span style={{ width: `${Math.min(100, 100 * budget)}%` }} class={budget > 0.85 ? 'hot' : ''} />
            </span>
            <span>
              budget <b>{Math.round(budget * 100)} %</b>
            </span>
          </span>
        )
      )}
    </button>
  );
}

function verdictOf(viewer: Viewer, seat: number, summary: SeatSummary): string {
  const verdict = viewer.sidecar.value?.verdicts?.find((one) => one.seat === seat)?.sentence ?? summary.verdict;
  return verdict === undefined ? '' : `: ${verdict}`;
}

function MatchTab({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return null;
  const { view, names } = timeline;
  const frame = timeline.frame(Math.min(viewer.round.value, timeline.last));
  const selection = viewer.selection.value;
  const inspection = selection === undefined ? undefined : view.inspect(frame, selection);
  const seat = viewer.seat.value;
  return (
    <>
      {inspection === undefined ? (
        <p class="dim hint">
          Click a unit or a cell on the board to look into it; click a player above to see where its {view.unitsWord}{' '}
          are.
        </p>
      ) : (
        <Inspector viewer={viewer} />
      )}
      <Allowed viewer={viewer} />
      {seat >= 0 && (
        <section class="units" aria-label={`${view.unitsWord} of ${names[seat]}`}>
          <h3>
            {calledAt(timeline, seat)}: {view.unitsWord}
          </h3>
          <div class="chips">
            {view.unitsOf(frame, seat).map((unit) => (
              <button
                key={unit.label}
                type="button"
                class="chip"
                aria-pressed={JSON.stringify(unit.selection) === JSON.stringify(selection)}
                onClick={() => {
                  viewer.selection.value = unit.selection;
                }}
              >
                {unit.label}
              </button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

/** In a paused match: what a seat may choose now, and which of its moves were refused. */
function Allowed({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  const round = Math.min(viewer.round.value, timeline?.last ?? 0);
  const seat = viewer.looking.value >= 0 ? viewer.looking.value : viewer.seat.value;
  const isPaused = !viewer.playing.value;
  const moves = useMemo(
    () => (isPaused && seat >= 0 ? timeline?.allowed?.(round, seat) : undefined),
    [timeline, isPaused, round, seat, timeline?.last],
  );
  if (timeline === undefined || moves === undefined) return null;
  const refused = (viewer.sidecar.value?.log ?? [])
    .filter((entry) => entry.seat === seat && entry.round === round && isShown(viewer, seat))
    .flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith(REFUSED)));
  return (
    <section class="allowed" aria-label={`Moves of ${timeline.names[seat]}`}>
      <h3>{calledAt(timeline, seat)} may choose</h3>
      {moves.length === 0 && <p class="dim small">nothing: it doesn’t act in this round</p>}
      <ul class="chips">
        {moves.map((move) => (
          <li key={move} class="chip">
            {move}
          </li>
        ))}
      </ul>
      {refused.map((line, at) => (
        <p key={`${at} ${line}`} class="dim small">
          {line}
        </p>
      ))}
    </section>
  );
}

function Toggle({ label, value }: { label: string; value: Signal<boolean> }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
      {label}
    </label>
  );
}

function MoreTab({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return null;
  const { view, names } = timeline;
  const heat = viewer.heat.value;
  return (
    <>
      <section aria-label="Heatmap">
        <h3>Heatmap</h3>
        <div class="heat-rows">
          {names.map((name, seat) => (
            <div key={`${seat} ${name}`} class="heat-row">
              <SeatMark path={view.seatShape(seat)} color={view.seatColor(seat, viewer.theme.value)} />
              <span class="heat-name">{name}</span>
              {(['were', 'died'] as const).map((kind) => {
                const on = heat?.seat === seat && heat.kind === kind;
                return (
                  <button
                    key={kind}
                    type="button"
                    class="chip"
                    aria-pressed={on}
                    aria-label={`Where the ${view.unitsWord} of ${name} ${kind}`}
                    onClick={() => showHeat(viewer, seat, on ? undefined : kind)}
                  >
                    {kind}
                  </button>
                );
              })}
            </div>
          ))}
        </div>
      </section>
      <section aria-label="Show">
        <h3>Show</h3>
        <Toggle label="the trail of the selected unit" value={viewer.trail} />
        <Toggle label="what players draw" value={viewer.overlays} />
      </section>
      <section aria-label="Settings of the board">
        <h3>Board</h3>
        <dl>
          {timeline.seed !== '' && (
            <div>
              <dt>seed</dt>
              <dd>{timeline.seed}</dd>
            </div>
          )}
          {timeline.settings.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
