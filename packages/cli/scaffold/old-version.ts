/** Returns the file of a bot's old version. A public class of Java must be in a file with the name of the class. */
export const oldFile = (player: string): string => (inFolder(player) ? `old/${player}` : `old-${player}`);

/** Returns the command that copies a bot, to keep its old version. */
export const keepCommand = (player: string): string =>
  `${inFolder(player) ? 'mkdir -p old && ' : ''}cp ${player} ${oldFile(player)}`;

const inFolder = (player: string): boolean => player.endsWith('.java');
