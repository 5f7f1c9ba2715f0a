import { SILENT_OUTPUT } from '@ludus/game/output.ts';
import type { AnyRunner } from '@ludus/game/player-runner.ts';
import { boardName, type LessonStep, type LessonSubject, lessonResult, playLesson } from '@ludus/referee/lesson.ts';
import { fetchedParts, fuelSeats, GAME_FILES, kitOf, openSeat, type PlayerOrder } from '@ludus/studio/matches.ts';
import type { AnyKit } from 'ludus/kit.ts';
import type { CellNews, CellOrder, CellPlayer } from './messages.ts';
import { ProgramPort } from './program.ts';

const tell = (news: CellNews): void => postMessage(news);

/** Plays one lesson with the reader's player. The request contains the player's code, never an address or a file. */
addEventListener('message', async ({ data }: MessageEvent<CellOrder>) => {
  try {
    await play(data);
  } catch (error) {
    tell({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
});

/** Plays a match from within the player's program. */
const playAround: LessonSubject['play'] = async (setup) => {
  const port = setup.runners.find((each) => each instanceof ProgramPort)!;
  return port.drive(setup);
};

/** Returns a function that opens the player for each match. */
async function openerOf(kit: AnyKit, player: CellPlayer, base: string): Promise<() => AnyRunner> {
  if (player.language === 'cpp') {
    const program = await WebAssembly.compile(player.program);
    return () => new ProgramPort('Mine', kit.game, program, () => {});
  }
  const order: PlayerOrder = { kind: 'own', name: 'Mine', source: player.source };
  if (player.language === 'ts') return () => openSeat(kit, order, 0, SILENT_OUTPUT, () => {});
  const python: PlayerOrder = { ...order, language: 'python' };
  const parts = fetchedParts(
    `${base}play/`,
    (doing) => doing !== undefined && tell({ type: 'preparing', sentence: doing }),
  );
  const seat = await fuelSeats(kit, [python], [], parts);
  return () => seat(kit, python, 0, SILENT_OUTPUT, () => {});
}

async function play({ game: id, lesson: number, player, base }: CellOrder): Promise<void> {
  const kit = kitOf(id);
  const lesson = kit?.lessons?.[number - 1];
  if (!kit || !lesson) throw new Error(`there is no lesson ${number} of ${id}`);
  const { game } = kit;
  const open = await openerOf(kit, player, base);
  const steps: LessonStep[] = [];
  const played = playLesson({
    game,
    lesson,
    open,
    play: player.language === 'cpp' ? playAround : undefined,
    opponent: (name) => kit.players.find((each) => each.name === name)!.open(),
    boardText,
  });
  for await (const step of played) {
    steps.push(step);
    const { match, reached, found, replay } = step;
    const where = `${boardName(match)}, seat ${match.seat}, against ${match.opponents.join(', ')}`;
    tell({ type: 'step', where, reached, found, replay });
  }
  const missed = steps.some(({ reached, fault }) => !reached && fault === undefined);
  tell({ type: 'done', ...lessonResult(lesson, steps), hint: missed ? lesson.hint : undefined });

  /** The text of a board, given the name that commands use for it: one of the game's boards, or a generated board. */
  function boardText(name: string): string {
    const seed = /^generated:\w+:(-?\d+)$/.exec(name)?.[1];
    if (seed !== undefined && game.generateBoard) return game.printBoard(game.generateBoard(Number(seed)));
    const file = GAME_FILES[`${game.id}/boards/${name}${game.boardExtension}`];
    if (file === undefined) throw new Error(`there is no board ${name}`);
    return file;
  }
}
