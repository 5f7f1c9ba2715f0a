import type { Signal } from '@preact/signals';
import { PARTS } from '../parts.ts';
import { budgetAt } from '../player/budget.ts';
import { showHeat } from '../player/load.ts';
import type { PanelTab, Viewer } from '../player/state.ts';
import type { SeatSummary } from '../view/view.ts';
import { EventsTab } from './events-tab.tsx';
import { Icon, SeatMark } from './icons.tsx';
import { Inspector } from './inspector.tsx';
import { LogTab } from './log-tab.tsx';
import { Part } from './part.tsx';

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

function Seats({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  if (timeline === undefined) return null;
  const { view, names } = timeline;
  const summaries = view.seats(timeline.frame(Math.min(viewer.round.value, timeline.last)));
  const scores = summaries.map((summary) => Number(summary.score));
  const best = Math.max(...scores);
  const alone = scores.filter((score) => score === best).length === 1;
  return (
    <ul class={viewer.tab.value === 'match' ? 'seats' : 'seats compact'}>
      {summaries.map((summary, seat) => {
        const budget = summary.status === -1 ? -1 : budgetAt(viewer, viewer.round.value, seat);
        const frozen = budget === -1;
        const color = view.seatColor(seat, viewer.theme.value);
        const pointed = viewer.seat.value === seat;
        const leads = alone && scores[seat] === best;
        return (
          <li key={`${seat} ${names[seat]}`}>
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
              <span class="seat-name">{names[seat]}</span>
              <span class={leads ? 'seat-score leads' : 'seat-score'}>{summary.score}</span>
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
          </li>
        );
      })}
    </ul>
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
      {seat >= 0 && (
        <section class="units" aria-label={`${view.unitsWord} of ${names[seat]}`}>
          <h3>
            {names[seat]}: {view.unitsWord}
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
