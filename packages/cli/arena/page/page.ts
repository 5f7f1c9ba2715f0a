import { drawMap, type Units } from './drawing.ts';
import type { PageEvent, PageMap, PagePlayers, PageResult, PageTurn } from './events.ts';

const find = <E extends HTMLElement = HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;

const canvas = find<HTMLCanvasElement>('#map');
const startButton = find<HTMLButtonElement>('#start');
const banner = find('#banner');
const darkness = matchMedia('(prefers-color-scheme: dark)');

const COLOURS = ['blue', 'red'] as const;
const REASONS: Record<string, string> = {
  base: 'the opponent’s base is conquered',
  'both-bases': 'both bases were conquered in the same turn',
  'no-units': 'both players lost all of their units',
  'move-limit': 'the limit of turns is reached',
  illegal: 'the opponent made an illegal move',
  'both-illegal': 'both players made an illegal move',
  time: 'the opponent was late',
  'both-time': 'both players were late',
  disconnect: 'the opponent closed the connection',
  'both-disconnect': 'both players closed the connection',
  'mixed-fault': 'both players failed in the same turn',
};

let map: PageMap | undefined;
let units: Units | undefined;
let names: readonly (string | null)[] = [null, null];
let drawingAsked = false;

function draw(): void {
  if (drawingAsked) return;
  drawingAsked = true;
  requestAnimationFrame(() => {
    drawingAsked = false;
    if (map !== undefined && units !== undefined) drawMap(canvas, map, units, darkness.matches, devicePixelRatio || 1);
  });
}

function showMap(event: PageMap): void {
  map = event;
  const cells = event.rows * event.columns;
  units = { blue: new Int32Array(cells), red: new Int32Array(cells), neutrals: Int32Array.from(event.neutrals) };
  units.blue[event.bases[0]] = 1;
  units.red[event.bases[1]] = 1;
  find('#subtitle').textContent =
    `map ${event.rows} × ${event.columns}, seed ${event.seed}, players at port ${event.playersAt}`;
  find('#turn').textContent = `limit ${event.moveLimit} turns`;
  banner.hidden = true;
  canvas.dataset.turn = '';
  for (const seat of [0, 1]) {
    find(`#player${seat} .units`).textContent = '1';
    find(`#player${seat} .took`).textContent = '';
  }
  find('#share').style.width = '50%';
  draw();
}

function showPlayers(event: PagePlayers): void {
  names = event.names;
  names.forEach((name, seat) => {
    find(`#player${seat}`).classList.toggle('absent', name === null);
    find(`#player${seat} .name`).textContent = name ?? 'waiting for a player';
  });
  startButton.disabled = !event.canStart;
  document.title = names.every((name) => name !== null) ? `${names.join(' – ')} · Angry Mob` : 'Angry Mob';
}

function showTurn(event: PageTurn): void {
  if (units === undefined || map === undefined) return;
  const { changes } = event;
  for (let at = 0; at < changes.length; at += 4) {
    units.blue[changes[at]] = changes[at + 1];
    units.red[changes[at]] = changes[at + 2];
    units.neutrals[changes[at]] = changes[at + 3];
  }
  startButton.hidden = true;
  find('#turn').textContent = `turn ${event.turn} of ${map.moveLimit}`;
  const [blue, red] = event.totals;
  find('#share').style.width = `${(100 * (blue + 0.5)) / (blue + red + 1)}%`;
  event.totals.forEach((total, seat) => {
    find(`#player${seat} .units`).textContent = String(total);
    find(`#player${seat} .took`).textContent =
      event.turn === 0 ? '' : `answered in ${event.tookMs[seat].toFixed(1)} ms`;
  });
  canvas.dataset.turn = String(event.turn);
  canvas.setAttribute('aria-label', `The map after turn ${event.turn}: blue ${blue} units, red ${red} units`);
  draw();
}

function showResult(event: PageResult): void {
  const who = event.winner < 0 ? 'Draw' : `${names[event.winner]} (${COLOURS[event.winner]}) wins`;
  const said = `${who} after ${event.turns} turns: ${REASONS[event.reason] ?? event.reason}.`;
  banner.textContent = [said, ...event.faults].join('\n');
  banner.className = event.winner < 0 ? '' : COLOURS[event.winner];
  banner.hidden = false;
}

function take(event: PageEvent): void {
  switch (event.kind) {
    case 'map':
      showMap(event);
      break;
    case 'players':
      showPlayers(event);
      break;
    case 'turn':
      showTurn(event);
      break;
    case 'result':
      showResult(event);
      break;
  }
}

const events = new EventSource('/events');
events.onmessage = ({ data }) => take(JSON.parse(data));
events.onerror = () => {
  if (banner.hidden) find('#subtitle').textContent = 'The arena does not answer; it may have been closed.';
};
startButton.addEventListener('click', () => {
  startButton.disabled = true;
  void fetch('/start', { method: 'POST' });
});
darkness.addEventListener('change', draw);
