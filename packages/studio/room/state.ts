import type { HandReply } from '@ludus/referee/hand.ts';
import { defineLudusViewer, LudusViewerElement } from '@ludus/viewer/element.ts';
import { applyQuery } from '@ludus/viewer/page.ts';
import { saveFile } from '@ludus/viewer/save-file.ts';
import { effect, signal } from '@preact/signals';
import { announce } from '../app/announce.tsx';
import { beginHand, endHand, handMatch, handNews } from '../app/hand.ts';
import { keep, readKept } from '../data/browser-storage.ts';
import { kitOf } from '../games/kits.ts';
import { VIEWS } from '../games/views.ts';
import type { HandAction, MatchNews } from '../match/order.ts';
import { placeOf } from '../match/place.ts';
import { followRoom, joinRoom, leaveRoom, openRoom, sendChoice, startMatch } from '../rooms/client.ts';
import { newCode, typedCode } from '../rooms/code.ts';
import type { ChoiceAnswer, RoomCode, RoomNews, RoomOrder, RoomRefusal, RoomView } from '../rooms/messages.ts';
import { keepOrder, keepSeat, keptSeat } from '../rooms/tab-storage.ts';
import { words } from '../words/words.ts';

interface ShownMatch {
  /** The number of the match in its room, from 1. */
  readonly match: number;
  /** The person's seat; −1 for a spectator. */
  readonly seat: number;
  readonly end?: Extract<MatchNews, { type: 'done' }>;
}

/** The state of a room's page: the server's messages, and the viewer with its match. */

/** The room's code in the address; undefined if the person is choosing or opening a room. */
export const code = signal<string | undefined>(undefined);
export const room = signal<RoomView | undefined>(undefined);
/** The person's seat; −1 for a spectator. */
export const seat = signal(-1);
/** The address at which friends reach this room's page. */
export const address = signal<string | undefined>(undefined);
export const isConnected = signal(false);
export const problem = signal('');
/** The time at which the match continues, according to this machine's clock. */
export const holdUntil = signal(0);
/** The shown match; undefined before the first match. */
export const shown = signal<ShownMatch | undefined>(undefined);
export const name = signal(String(readKept('name') ?? ''));
/** Whether the lobby is shown over the match. */
export const isLobbyOpen = signal(false);

defineLudusViewer(VIEWS);
export const viewer = new LudusViewerElement();
applyQuery(viewer);

let unfollow: (() => void) | undefined;

/** Enters the room in the address. */
export function enter(): void {
  const next = typedCode(location.hash.slice(1));
  if (next === code.value && room.value) return;
  unfollow?.();
  unfollow = undefined;
  code.value = next;
  room.value = undefined;
  shown.value = undefined;
  seat.value = -1;
  problem.value = '';
  endHand();
  viewer.abandon();
  if (next !== undefined) follow(next);
}

function follow(here: string): void {
  unfollow?.();
  unfollow = followRoom(here, keptSeat(here), {
    onNews,
    onConnected(is) {
      isConnected.value = is;
    },
    onRefused(refused) {
      problem.value = reasonOf(refused);
      room.value = undefined;
    },
  });
}

function onNews(news: RoomNews): void {
  switch (news.type) {
    case 'room':
      announceChanges(room.value, news.room);
      room.value = news.room;
      seat.value = news.seat;
      address.value = news.address;
      holdUntil.value = news.room.hold ? Date.now() + news.room.hold.ms : 0;
      // From now on, the person is a spectator.
      if (standIn() !== undefined && !handMatch.value?.end) endHand();
      break;
    case 'begin':
      begin(news);
      break;
    case 'question':
    case 'reply':
    case 'hint':
      handNews(news);
      break;
    case 'progress':
      viewer.feed(news.text);
      break;
    case 'done':
      end(news);
      break;
    case 'problem':
      problem.value = news.message;
      endHand();
      viewer.abandon();
      break;
    case 'beat':
    case 'preparing':
    case 'asking':
    case 'fault':
      break;
  }
}

/** Announces new people to users who don't see the seats. */
function announceChanges(before: RoomView | undefined, now: RoomView): void {
  if (before?.code !== now.code) return;
  const came = now.seats.filter(({ kind, name }, at) => kind !== 'bot' && before.seats[at]?.name !== name);
  for (const { name } of came) announce(words.value.takesSeat(name));
  if (now.watching > before.watching) announce(words.value.watchers(now.watching));
}

/** The built-in bot that replaces this page's person. */
export const standIn = (): string | undefined =>
  room.value?.phase === 'playing' ? room.value.seats[seat.value]?.standIn : undefined;

function begin({ match, seat: own, hides }: Extract<RoomNews, { type: 'begin' }>): void {
  const { game } = room.value!;
  shown.value = { match, seat: own };
  isLobbyOpen.value = false;
  problem.value = '';
  endHand();
  if (own >= 0) {
    viewer.startHand(own, fileName(), hides);
    beginHand(game, own, act, true);
  } else viewer.startLive(fileName());
}

function end(news: Extract<MatchNews, { type: 'done' }>): void {
  const { match, seat: own } = shown.value!;
  viewer.load(news.replay, fileName());
  if (news.sidecar) viewer.loadSidecar(JSON.stringify(news.sidecar));
  viewer.seek(viewer.rounds);
  // On a phone, the panel closes, because the board and the result need the space.
  if (innerWidth <= PHONE) viewer.viewer.panel.value = false;
  shown.value = { match, seat: own, end: news };
  if (own >= 0) endHand(placeOf(news.scores, own, viewer.viewer.timeline.value?.teams));
}

/** Maximum width at which the panel is below the board, in pixels. */
const PHONE = 640;

/** Sends an action of the person to the server, which keeps the clock. */
function act(action: HandAction): void {
  const here = code.value;
  const token = here === undefined ? undefined : keptSeat(here);
  if (here === undefined || token === undefined) return;
  if (action.do === 'leave') void leaveRoom(here, token);
  else if (action.do === 'choose')
    sending = sending.then(async () => {
      const reply = await sendChoice(here, token, action.round, action.id);
      handNews({ type: 'reply', action, reply: refereed(reply) });
    });
}

/**
 * The end of the previous request. Requests are sent one after the other, because the choices in a move must arrive in
 * order.
 */
let sending = Promise.resolve();

/** The server's reason for a refusal, in the page's language. */
const reasonOf = ({ code: reason, why }: { readonly code: RoomCode; readonly why: string }): string =>
  words.value.refusals?.[reason] ?? why;

const refereed = (answer: ChoiceAnswer): HandReply =>
  answer.ok ? answer : { ok: false, code: answer.code === 'late' ? 'late' : 'refused', why: reasonOf(answer) };

/** The file name of the shown match. */
function fileName(): string {
  const { game, boardName } = room.value!;
  const kit = kitOf(game);
  return `${[game, boardName.replace(/\W+/g, '-'), code.value, shown.value!.match].join('-')}${kit?.game.replayExtension ?? ''}`;
}

export async function saveReplay(): Promise<void> {
  const end = shown.value?.end;
  if (end) await saveFile(fileName(), new Blob([end.replay], { type: 'text/plain' }));
}

/** Takes a free seat. */
export async function sit(): Promise<void> {
  const here = code.value!;
  if (!hasName()) return;
  const answer = await joinRoom(here, name.value);
  if (!tellRefusal(answer)) return;
  keepSeat(here, answer.token);
  follow(here);
}

export async function stand(): Promise<void> {
  const here = code.value!;
  const token = keptSeat(here);
  if (token === undefined) return;
  keepSeat(here, undefined);
  await leaveRoom(here, token);
  follow(here);
}

export async function start(): Promise<void> {
  const here = code.value!;
  const token = keptSeat(here);
  if (token !== undefined) tellRefusal(await startMatch(here, token));
}

/** Opens a room and enters it. */
export async function open(order: RoomOrder): Promise<void> {
  if (!hasName()) return;
  const next = newCode();
  const answer = await openRoom(next, order, name.value);
  if (!answer.ok && answer.code === 'taken') return open(order);
  if (!tellRefusal(answer)) return;
  keepSeat(next, answer.token);
  keepOrder(undefined);
  location.hash = next;
}

function hasName(): boolean {
  problem.value = name.value.trim() === '' ? words.value.nameFirst : '';
  return problem.value === '';
}

function tellRefusal<T extends { readonly ok: boolean }>(answer: T | RoomRefusal): answer is T & { readonly ok: true } {
  problem.value = answer.ok ? '' : reasonOf(answer as RoomRefusal);
  return answer.ok;
}

effect(() => keep('name', name.value));
