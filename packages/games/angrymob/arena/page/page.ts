import type { PageEvent, PagePlayers, PageResult, PageText } from './events.ts';

/** The parts of `<ludus-viewer>` that this page uses (docs/viewer.md). */
interface ViewerElement extends HTMLElement {
  startLive(name: string): void;
  feed(text: string): void;
  finish(): void;
}

const find = <E extends HTMLElement = HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;
const viewer = find<ViewerElement>('ludus-viewer');
const startButton = find<HTMLButtonElement>('#start');
const status = find('#status');

const COLOURS = ['blue', 'red'] as const;
const REASONS: Record<string, string> = {
  base: 'the opponent’s base was conquered',
  'both-bases': 'both bases were conquered in the same turn',
  'no-units': 'both players lost all of their units',
  'move-limit': 'the move limit was reached',
  illegal: 'the opponent made an illegal move',
  'both-illegal': 'both players made an illegal move',
  time: 'the opponent was late',
  'both-time': 'both players were late',
  disconnect: 'the opponent closed the connection',
  'both-disconnect': 'both players closed the connection',
  'mixed-fault': 'both players failed in the same turn',
};

let title = 'Angry Mob';
let playersAt = 0;
let names: readonly (string | null)[] = [null, null];
let begun = false;
let over = false;

function showPlayers(event: PagePlayers): void {
  names = event.names;
  startButton.disabled = !event.canStart;
  const missing = names.filter((name) => name === null).length;
  document.title = missing === 0 ? `${names.join(' – ')} · Angry Mob` : 'Angry Mob';
  if (begun) return;
  viewer.startLive(title);
  viewer.feed(event.head);
  status.textContent =
    missing === 0
      ? `${names[0]} (blue) and ${names[1]} (red) are ready`
      : `waiting for ${missing === 2 ? 'two players' : 'one more player'} at port ${playersAt}`;
}

function showText(event: PageText): void {
  if (!begun) {
    begun = true;
    startButton.hidden = true;
    viewer.startLive(title);
  }
  viewer.feed(event.text);
  const [blue, red] = event.tookMs;
  if (blue > 0 || red > 0) status.textContent = `answered in ${blue.toFixed(1)} ms (blue), ${red.toFixed(1)} ms (red)`;
}

function showResult(event: PageResult): void {
  over = true;
  viewer.finish();
  const who = event.winner < 0 ? 'Draw' : `${names[event.winner]} (${COLOURS[event.winner]}) wins`;
  const said = `${who} after ${event.turns} turns: ${REASONS[event.reason] ?? event.reason}.`;
  status.textContent = [said, ...event.faults].join('\n');
}

function take(event: PageEvent): void {
  switch (event.kind) {
    case 'setup':
      begun = false;
      over = false;
      playersAt = event.playersAt;
      title = event.seed === '' ? 'arena' : `seed ${event.seed}`;
      startButton.hidden = false;
      viewer.setAttribute('delay', String(event.delay));
      viewer.setAttribute('size', String(event.size));
      break;
    case 'players':
      showPlayers(event);
      break;
    case 'text':
      showText(event);
      break;
    case 'result':
      showResult(event);
      break;
  }
}

await customElements.whenDefined('ludus-viewer');
const events = new EventSource('/events');
events.onmessage = ({ data }) => take(JSON.parse(data));
events.onerror = () => {
  if (!over) status.textContent = 'The arena does not respond; it may have been closed.';
};
startButton.addEventListener('click', () => {
  startButton.disabled = true;
  void fetch('/start', { method: 'POST' });
});
