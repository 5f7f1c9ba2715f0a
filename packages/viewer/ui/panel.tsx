import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { PARTS } from '../parts.ts';
import { isShown } from '../player/extras.ts';
import { lookAs, showHeat } from '../player/load.ts';
import { calledAt } from '../player/sides.ts';
import type { PanelTab, Viewer } from '../player/state.ts';
import { flip } from '../player/stored-switches.ts';
import { EventsTab } from './events-tab.tsx';
import { Feed } from './feed.tsx';
import { SeatMark } from './icons.tsx';
import { Inspector } from './inspector.tsx';
import { LogTab } from './log-tab.tsx';
import { Part } from './part.tsx';
import { Seats } from './seats.tsx';

/** The start of the referee's message about a refused move, in the log of the move's player. */
const REFUSED = 'refused: ';

const TABS: readonly { id: PanelTab; label: string }[] = [
  { id: 'match', label: 'Match' },
  { id: 'events', label: 'Events' },
  { id: 'charts', label: 'Charts' },
  { id: 'log', label: 'Log' },
  { id: 'map', label: 'More' },
];

/** The scores, which are always visible, and below them one of five tabs. */
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

/** The choice of the observing seat, in a game with hidden information. */
function Looking({ viewer }: { viewer: Viewer }) {
  const timeline = viewer.timeline.value;
  if (timeline === undefined || viewer.whole?.seenBy === undefined) return null;
  return (
    <label class="looking">
      Seen by
      <select value={viewer.looking.value} onChange={(event) => lookAs(viewer, Number(event.currentTarget.value))}>
        <option value={-1}>everyone (shows everything)</option>
        {timeline.names.map((name, seat) => (
          <option key={`${seat} ${name}`} value={seat}>
            {name} ({seat + 1})
          </option>
        ))}
      </select>
    </label>
  );
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
      {inspection !== undefined && <Inspector viewer={viewer} />}
      <Allowed viewer={viewer} />
      {seat >= 0 && (
        <section class="units" aria-label={`${names[seat]}’s ${view.unitsWord}`}>
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
      <Feed viewer={viewer} />
      {inspection === undefined && (
        <p class="dim small hint">
          Click a unit or a cell on the board to inspect it. Click a player above to see where its {view.unitsWord} are.
        </p>
      )}
    </>
  );
}

/** The moves that a seat may choose now, and the seat's refused moves. This part is shown in a paused match. */
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
    <section class="allowed" aria-label={`${timeline.names[seat]}’s moves`}>
      <h3>{calledAt(timeline, seat)} may choose</h3>
      {moves.length === 0 && <p class="dim small">nothing, because it doesn’t act in this round</p>}
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

function Toggle({ label, value, onFlip }: { label: string; value: Signal<boolean>; onFlip?: () => void }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          if (onFlip) onFlip();
          else value.value = event.currentTarget.checked;
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
                    aria-label={`Where ${name}’s ${view.unitsWord} ${kind}`}
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
        <Toggle label="each unit’s player as a shape (O)" value={viewer.shapes} onFlip={() => flip(viewer, 'shapes')} />
        <Toggle label="the trail of the selected unit" value={viewer.trail} />
        <Toggle label="the players’ drawings" value={viewer.overlays} />
        <Toggle label="causes of losses" value={viewer.causes} />
      </section>
      <section aria-label="Board settings">
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
