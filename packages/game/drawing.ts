import { type BoardPoint, drawingProblem, type OverlayShape, type PlayerOutput } from './output.ts';

/**
 * Drawings as lines of a player's log, so that players in any language can draw by writing to standard error.
 *
 *     draw cell ROW COLUMN [#COLOR]
 *     draw point ROW COLUMN [#COLOR]
 *     draw line ROW COLUMN ROW COLUMN [#COLOR]
 *     draw text ROW COLUMN [#COLOR] WORDS
 *
 * Any other line is a normal line of the log.
 */
const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const COLOR = '#(?:[0-9a-f]{3}|[0-9a-f]{6})';
const MARK = new RegExp(`^draw (cell|point) (${NUMBER}) (${NUMBER})(?: (${COLOR}))?$`, 'i');
const STROKE = new RegExp(`^draw line (${NUMBER}) (${NUMBER}) (${NUMBER}) (${NUMBER})(?: (${COLOR}))?$`, 'i');
const WORDS = new RegExp(`^draw text (${NUMBER}) (${NUMBER})(?: (${COLOR})(?= ))? (.+)$`, 'i');
const MAX_TEXT_LENGTH = 80;

/** The shape that a log line draws; undefined for other lines. */
export function readDrawing(line: string): OverlayShape | undefined {
  const text = line.trimEnd();
  const mark = MARK.exec(text);
  if (mark) return { kind: mark[1].toLowerCase() as 'cell' | 'point', at: readPoint(mark, 2), ...withColor(mark[4]) };
  const stroke = STROKE.exec(text);
  if (stroke) return { kind: 'line', from: readPoint(stroke, 1), to: readPoint(stroke, 3), ...withColor(stroke[5]) };
  const words = WORDS.exec(text);
  return words
    ? { kind: 'text', at: readPoint(words, 1), text: words[4].slice(0, MAX_TEXT_LENGTH), ...withColor(words[3]) }
    : undefined;
}

const readPoint = (found: RegExpExecArray, at: number): BoardPoint => [Number(found[at]), Number(found[at + 1])];
const withColor = (color: string | undefined) => (color === undefined ? {} : { color });

/** The line that draws a shape, as `readDrawing` reads it. It has no line break. */
export function drawingLine(shape: OverlayShape): string {
  const places = shape.kind === 'line' ? [...shape.from, ...shape.to] : shape.at;
  const color = shape.color === undefined ? '' : ` ${shape.color}`;
  const words = shape.kind === 'text' ? ` ${shape.text.replaceAll(/\s+/g, ' ')}` : '';
  return `draw ${shape.kind} ${places.map(formatNumber).join(' ')}${color}${words}`;
}

/** Formats a number without an exponent: 0 instead of 1e-7. */
const formatNumber = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Wraps an output so that drawings in the log are recognised. Lines that draw are removed from the log. */
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

/**
 * Returns an output that turns logs and drawings into lines, for a program that prints these lines to standard error.
 */
export const lineOutput = (write: (line: string) => void): PlayerOutput => ({
  log: write,
  draw: (shape) => write(drawingProblem(shape) ?? drawingLine(shape)),
});
