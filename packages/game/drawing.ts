import { drawingProblem, type OverlayShape, type PlayerOutput, type Spot } from './output.ts';

/**
 * Drawings as lines of a player's log, so that a player in any language can draw: it writes them on standard error.
 *
 *     draw cell ROW COLUMN [#COLOR]
 *     draw point ROW COLUMN [#COLOR]
 *     draw line ROW COLUMN ROW COLUMN [#COLOR]
 *     draw text ROW COLUMN [#COLOR] WORDS
 *
 * A line that is none of these is a line of the log like any other.
 */
const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const COLOR = '#(?:[0-9a-f]{3}|[0-9a-f]{6})';
const MARK = new RegExp(`^draw (cell|point) (${NUMBER}) (${NUMBER})(?: (${COLOR}))?$`, 'i');
const STROKE = new RegExp(`^draw line (${NUMBER}) (${NUMBER}) (${NUMBER}) (${NUMBER})(?: (${COLOR}))?$`, 'i');
const WORDS = new RegExp(`^draw text (${NUMBER}) (${NUMBER})(?: (${COLOR})(?= ))? (.+)$`, 'i');
const MOST_WORDS = 80;

/** The shape that a line of a log draws; undefined where it draws none. */
export function readDrawing(line: string): OverlayShape | undefined {
  const text = line.trimEnd();
  const mark = MARK.exec(text);
  if (mark) return { kind: mark[1].toLowerCase() as 'cell' | 'point', at: spot(mark, 2), ...tinted(mark[4]) };
  const stroke = STROKE.exec(text);
  if (stroke) return { kind: 'line', from: spot(stroke, 1), to: spot(stroke, 3), ...tinted(stroke[5]) };
  const words = WORDS.exec(text);
  return words
    ? { kind: 'text', at: spot(words, 1), text: words[4].slice(0, MOST_WORDS), ...tinted(words[3]) }
    : undefined;
}

const spot = (found: RegExpExecArray, at: number): Spot => [Number(found[at]), Number(found[at + 1])];
const tinted = (color: string | undefined) => (color === undefined ? {} : { color });

/** The line that draws a shape, without its end: what `readDrawing` reads. */
export function drawingLine(shape: OverlayShape): string {
  const places = shape.kind === 'line' ? [...shape.from, ...shape.to] : shape.at;
  const color = shape.color === undefined ? '' : ` ${shape.color}`;
  const words = shape.kind === 'text' ? ` ${shape.text.replaceAll(/\s+/g, ' ')}` : '';
  return `draw ${shape.kind} ${places.map(plain).join(' ')}${color}${words}`;
}

/** Never in the form 1e-7. */
const plain = (value: number): string => String(Math.round(value * 1000) / 1000);

/** An output whose log is looked through for drawings: what draws is no line of the log any more. */
export function withDrawings(output: PlayerOutput): PlayerOutput {
  return {
    draw: (shape) => output.draw(shape),
    log(text) {
      if (!text.includes('draw ')) {
        output.log(text);
        return;
      }
      const kept = text.split('\n').filter((line) => {
        const shape = readDrawing(line);
        if (shape) output.draw(shape);
        return shape === undefined;
      });
      if (kept.length > 0) output.log(kept.join('\n'));
    },
  };
}

/** What a player that runs as a program says goes to its standard error, line by line. */
export const asLines = (write: (line: string) => void): PlayerOutput => ({
  log: write,
  draw: (shape) => write(drawingProblem(shape) ?? drawingLine(shape)),
});
