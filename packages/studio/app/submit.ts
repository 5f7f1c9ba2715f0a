import { signal } from '@preact/signals';
import type { OwnPlayer } from '../data/own-players.ts';
import { playerOfFiles } from './opened-files.ts';
import { CONTESTS } from './page-variant.ts';
import { CHOICES, chooseGame, editing, editorProblem, own, ownHere, problem } from './state.ts';
import { asSaved, closeEditor, draftAsOpened, mainFile, openEditor, saveDraft } from './writing.ts';

/** A contest on this page's server that accepts bots from this page. */
export interface Contest {
  readonly slug: string;
  readonly title: string;
  readonly game: string;
}

/** The contest that the address names. */
export const contest = signal<Contest | undefined>(undefined);

const addressOf = (slug: string, more = ''): string => `${CONTESTS}/${encodeURIComponent(slug)}${more}`;

/**
 * Opens the contest and the bot in the address: `?contest=NAME&starter=FILE`, or `&bot=NAME` for a bot stored in this
 * browser. If the user has already changed the starter, opens the changed starter.
 */
export async function openContest(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const slug = query.get('contest');
  if (CONTESTS === undefined || slug === null) return;
  const answer = await asked(addressOf(slug));
  if (typeof answer === 'string') {
    problem.value = answer;
    return;
  }
  const { title, game } = (await answer.json()) as Contest;
  if (!CHOICES.some(({ id }) => id === game)) return;
  contest.value = { slug, title, game };
  closeEditor();
  chooseGame(game);
  const bot = query.get('bot');
  const kept = ownHere.value.find(({ name, from }) => name === bot && from === 'browser') ?? broughtAlong(bot);
  const starter = query.get('starter');
  if (kept) openEditor(kept);
  else if (starter !== null) problem.value = await openStarter(contest.value, starter);
}

/**
 * The key in this tab's storage for a bot that the user wrote before signing in. Each account has separate stores, so
 * the bot must be carried over to the account.
 */
const BROUGHT = 'ludus-studio-brought';

function broughtAlong(bot: string | null): OwnPlayer | undefined {
  const player = JSON.parse(sessionStorage.getItem(BROUGHT) ?? 'null') as OwnPlayer | null;
  return player !== null && player.name === bot ? player : undefined;
}

/** Opens a starter. Returns an error message if that fails. */
async function openStarter({ slug, game }: Contest, file: string): Promise<string | undefined> {
  const answer = await asked(addressOf(slug, `/starters/${encodeURIComponent(file)}`));
  if (typeof answer === 'string') return answer;
  const player = await playerOfFiles(game, [new File([await answer.text()], file)]);
  if (typeof player === 'string') return player;
  const isSame = (other: OwnPlayer) => mainFile(other, '') === mainFile({ game, from: 'browser', ...player }, '');
  const called = (name: string) => own.value.find((each) => each.game === game && each.name === name);
  let { name } = player;
  for (let n = 2; called(name) && !isSame(called(name)!); n++) name = `${player.name.slice(0, 11)}${n}`;
  openEditor(called(name) ?? { game, from: 'browser', ...player, name });
  return undefined;
}

/** Fetches an address. Returns the response, or a message about the failure. */
async function asked(address: string): Promise<Response | string> {
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok ? answer : await sentenceOf(answer);
}

/**
 * Saves the bot and submits its file for the signed-in user. Users who aren't signed in sign in first, and then return
 * to the bot.
 */
export async function submit({ slug }: Contest): Promise<void> {
  draftAsOpened();
  if (!editing.value || !(await saveDraft())) return;
  const player = asSaved(editing.value);
  if (player.files?.length) {
    editorProblem.value = 'A contest accepts a single file. Put all code into one file.';
    return;
  }
  const file = mainFile(player, player.name);
  const answer = await fetch(addressOf(slug, `/submissions?file=${encodeURIComponent(file)}`), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: player.source,
  }).catch(() => undefined);
  if (answer?.status === 401) {
    sessionStorage.setItem(BROUGHT, JSON.stringify(player));
    const back = new URLSearchParams({ contest: slug, bot: player.name });
    location.assign(`/sign-in?to=${encodeURIComponent(`${location.pathname}?${back}`)}`);
  } else if (answer?.ok) {
    const { submission } = (await answer.json()) as { readonly submission: { readonly number: number } };
    location.assign(`/c/${encodeURIComponent(slug)}/submissions/${submission.number}`);
  } else editorProblem.value = await sentenceOf(answer);
}

async function sentenceOf(answer: Response | undefined): Promise<string> {
  const said = (await answer?.json().catch(() => undefined)) as { readonly message?: unknown } | undefined;
  return typeof said?.message === 'string' ? said.message : 'The server does not respond. Try again.';
}
