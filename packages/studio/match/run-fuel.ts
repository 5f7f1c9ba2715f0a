import type { HandComparison } from '@ludus/referee/hand.ts';
import { compileCpp } from '../cpp/client.ts';
import { CompileFailedError, sayProgress } from '../cpp/messages.ts';
import type {
  BranchOrder,
  CheckNews,
  CompareNews,
  CompareOrder,
  FuelNeeds,
  FuelWorkerOrder,
  MatchNews,
  MatchOrder,
  PlayerOrder,
  PreparationNews,
} from './order.ts';
import type { RunningMatch } from './run-folder.ts';

/** A worker whose last match ended normally. The next match uses its downloaded and compiled parts. */
let idle: Worker | undefined;

const newWorker = (): Worker => new Worker(new URL('./fuel-worker.ts', import.meta.url), { type: 'module' });

/** Keeps one idle worker for the next question. */
function rest(worker: Worker): void {
  if (idle && idle !== worker) worker.terminate();
  else idle = worker;
}

type ReportActivity = (doing: string | undefined) => void;

/** The settings for a match, and the receiver of its progress. */
interface FuelRun {
  /** Address of the folder that contains the page's files, with `/` at the end. */
  readonly base: string;
  /** Receives the preparation under way, such as `compiling`; undefined when it is done. */
  readonly onDoing?: ReportActivity;
}

/** Plays a match in a worker, with players in separate engines. Forwards the worker's messages. */
export const runFuelMatch = (order: MatchOrder, run: FuelRun, onNews: (news: MatchNews) => void): RunningMatch =>
  start(order, (needs) => ({ type: 'match', order, needs }), run, onNews);

/** Continues a recorded match in a worker from one of the match's rounds, with players in separate engines. */
export const runFuelBranch = (order: BranchOrder, run: FuelRun, onNews: (news: MatchNews) => void): RunningMatch =>
  start(order, (needs) => ({ type: 'branch', order, needs }), run, onNews);

function start(
  order: { readonly game: string; readonly players: readonly (PlayerOrder | undefined)[] },
  orderFor: (needs: FuelNeeds) => FuelWorkerOrder,
  { base, onDoing = () => {} }: FuelRun,
  onNews: (news: MatchNews) => void,
): RunningMatch {
  let worker: Worker | undefined;
  let isStopped = false;
  const begin = async (): Promise<void> => {
    let needs: FuelNeeds;
    try {
      needs = await fuelNeeds(base, order.game, order.players, onDoing);
    } catch (error) {
      if (!isStopped) onNews(failed(error));
      return;
    }
    if (isStopped) return;
    worker = idle ?? newWorker();
    idle = undefined;
    const running = worker;
    running.onmessage = ({ data }: MessageEvent<MatchNews>) => {
      if (data.type === 'done' || data.type === 'problem') {
        rest(running);
        worker = undefined;
      }
      if (data.type === 'preparing') onDoing(data.doing);
      else onNews(data);
    };
    running.onerror = (event) => {
      running.terminate();
      worker = undefined;
      onNews({ type: 'problem', message: event.message || 'the match could not be started' });
    };
    running.postMessage(orderFor(needs));
  };
  void begin();
  return {
    stop() {
      isStopped = true;
      worker?.terminate();
    },
    act: (action) => worker?.postMessage({ type: 'hand', action } satisfies FuelWorkerOrder),
    // Fuel stops players that don't answer.
    silent: () => undefined,
  };
}

/** Loads a player in TypeScript or Python, and returns the error as a message, if there is one. */
export async function checkFuelPlayer(
  game: string,
  player: PlayerOrder,
  { base, onDoing }: FuelRun,
): Promise<string | undefined> {
  const order = { type: 'check', order: { game, players: [player] }, needs: { base, modules: [] } } as const;
  return (await answerTo<CheckNews>(order, onDoing, (message) => ({ type: 'checked', problem: message }))).problem;
}

/** Compares a bot with a person's moves in a match. Returns a message if the comparison is impossible. */
export async function compareFuelPlayer(
  order: CompareOrder,
  { base, onDoing = () => {} }: FuelRun,
): Promise<HandComparison | string> {
  let needs: FuelNeeds;
  try {
    needs = await fuelNeeds(base, order.game, order.players, onDoing);
  } catch (error) {
    return (error as Error).message;
  }
  const { comparison, problem } = await answerTo<CompareNews>(
    { type: 'compare', order, needs },
    onDoing,
    (message) => ({
      type: 'compared',
      comparison: undefined,
      problem: message,
    }),
  );
  return comparison ?? problem ?? 'the bot could not be compared';
}

/** Sends one question to a worker. `failed`: the answer if the worker fails. */
function answerTo<News extends CheckNews | CompareNews>(
  question: FuelWorkerOrder,
  onDoing: ReportActivity = () => {},
  failed: (message: string) => Exclude<News, PreparationNews>,
): Promise<Exclude<News, PreparationNews>> {
  const worker = idle ?? newWorker();
  idle = undefined;
  return new Promise((done) => {
    worker.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.type === 'preparing') return onDoing(data.doing);
      rest(worker);
      done(data as Exclude<News, PreparationNews>);
    };
    worker.onerror = (event) => {
      worker.terminate();
      done(failed(event.message || 'the bot cannot be loaded'));
    };
    worker.postMessage(question);
  });
}

/** Thrown when the C++ player of a seat cannot be compiled. */
class SeatCompileError extends Error {
  readonly seat: number;

  constructor(error: unknown, seat: number) {
    super(error instanceof Error ? error.message : String(error), { cause: error });
    this.seat = seat;
  }
}

/** Compiles the C++ players, to prepare them for separate engines. Throws if a player's source code doesn't compile. */
async function fuelNeeds(
  base: string,
  game: string,
  players: readonly (PlayerOrder | undefined)[],
  onDoing: ReportActivity,
): Promise<FuelNeeds> {
  const modules: FuelNeeds['modules'][number][] = [];
  for (const [seat, player] of players.entries()) {
    if (player?.kind !== 'own' || player.language !== 'cpp') continue;
    try {
      modules[seat] = await compileCpp(base, game, player, (progress) => onDoing(sayProgress(progress)));
    } catch (error) {
      throw new SeatCompileError(error, seat);
    } finally {
      onDoing(undefined);
    }
  }
  return { base, modules };
}

function failed(error: unknown): MatchNews {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof SeatCompileError)) return { type: 'problem', message };
  const { seat, cause } = error;
  return { type: 'problem', message, seat, ...(cause instanceof CompileFailedError && { mistakes: cause.mistakes }) };
}
