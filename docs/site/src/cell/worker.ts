import { SILENT_OUTPUT } from '@ludus/game/output.ts';
import { boardName, type LessonStep, type LessonSubject, lessonResult, playLesson } from '@ludus/referee/lesson.ts';
import { GAME_FILES, kitOf } from '@ludus/studio/games/kits.ts';
import { openSeat } from '@ludus/studio/match/play.ts';
import type { CellNews, CellOrder } from './messages.ts';
import { ProgramPort } from './program.ts';

const tell = (news: CellNews): void => postMessage(news);

/** Plays one lesson with the player that the reader has written in the page: no address and no file brings another one. */
addEventListener('message', async ({ data }: MessageEvent<CellOrder>) => {
  try {
    await play(data);
  } catch (error) {
    tell({ type: 'problem', message: error instanceof Error ? error.message : String(error) });
  }
});

/** Plays a match around the program in it. */
const playAround: LessonSubject['play'] = async (setup) => {
  const port = setup.runners.find((each) => each instanceof ProgramPort)!;
  return port.drive(setup);
};

async function play({ game: id, lesson: number, player }: CellOrder): Promise<void> {
  const kit = kitOf(id);
  const lesson = kit?.lessons?.[number - 1];
  if (!kit || !lesson) throw new Error(`there is no lesson ${number} of ${id}`);
  const { game } = kit;
  const program = typeof player === 'string' ? undefined : await WebAssembly.compile(player);
  const steps: LessonStep[] = [];
  const played = playLesson({
    game,
    lesson,
    open: () =>
      typeof player === 'string'
        ? openSeat(kit, { kind: 'own', name: 'Mine', source: player }, 0, SILENT_OUTPUT, () => {})
        : new ProgramPort('Mine', game, program!, () => {}),
    play: program && playAround,
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

  /** A board that comes with the game, or that it makes of a seed, by the name that commands take. */
  function boardText(name: string): string {
    const seed = /^generated:\w+:(-?\d+)$/.exec(name)?.[1];
    if (seed !== undefined && game.generateBoard) return game.printBoard(game.generateBoard(Number(seed)));
    const file = GAME_FILES[`${game.id}/boards/${name}${game.boardExtension}`];
    if (file === undefined) throw new Error(`there is no board ${name}`);
    return file;
  }
}
