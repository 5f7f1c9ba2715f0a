/** A line that begins the code of a round: the method `play`, or the function that is exported. Comments that name it don't count. */
const BEGINS =
  /^(?![ \t]*(?:\/\/|\/?\*|#|"""))(?:.*\bplay[ \t]*\(.*|export default (?:async )?(?:function\b|\().*)\n[ \t]*/m;

/** Where one begins to write in a bot: before the first statement of a round, or at the beginning if there is none. */
export function placeToWrite(source: string): number {
  const found = BEGINS.exec(source);
  return found ? found.index + found[0].length : 0;
}
