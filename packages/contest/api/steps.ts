/**
 * The English messages of a submission's log, by code, with placeholders. The server stores these messages, and the
 * pages show them. `{why}` is a message from a compiler or a machine, and `{sentence}` a message from a referee.
 */
export const said = {
  'said.received': '{file}, {bytes} bytes',
  'said.compiling': 'compilation started',
  'said.compiled': 'compiled to {size} KiB',
  'said.compiled/tables':
    'compiled to {size} KiB. The bot iterates over {tables}, whose order depends on addresses or custom hashes, so it may play differently here than on your machine',
  'said.compiled/module': 'the file is already a module',
  'said.compiled/program': 'the bot runs as a separate program, in the full sandbox',
  'said.compile/no-module': 'the file isn’t a WebAssembly module',
  'said.compile/name': 'the file name must begin with a letter, a digit, or _',
  'said.compile/language': 'the game doesn’t support bots in this language',
  'said.compile/no-player': 'the file does not register a player: it lacks RegisterPlayer(PLAYER_NAME) at its end',
  'said.compile/no-sandbox':
    'this server compiles neither C++ nor Rust, because it has no sandbox. Ask the organiser, or submit a bot in another language',
  'said.compile/again': 'trying again: {why}',
  'said.compile/broke': 'the bot could not be compiled here: {why}',
  'said.compile/large': 'the compiled module is longer than {most} MiB',
  'said.compile/late': 'three attempts to compile the bot here took too long. An organiser can start the check again',
  'said.compile/lost': 'the compiler stopped responding',
  'said.check/quarantined': 'this bot is in quarantine: {why}',
  'said.check/failed': 'failed the check in round {round} on board {board}: {sentence}',
  'said.check/passed': 'played {rounds} rounds on board {board}',
  'said.qualify/rule': 'matches against {rival}: {matches}, of which the bot must win {wins}',
  'said.qualify/won': 'won: the bot scored {own} against {others} on board {board}',
  'said.qualify/not-won': 'not won: the bot scored {own} against {others} on board {board}',
  'said.qualify/failed': 'failed in round {round} on board {board}: {sentence}',
  'said.qualify/why': 'explanation for board {board}: {why}',
  'said.qualify/too-few': 'matches won: {ahead} of {matches}; needed: {wins}',
  'said.qualify/through': 'matches won: {ahead} of {matches}; needed: {wins}',
  'said.again/gone': 'trying again: the matches were lost',
  'said.again/match': 'trying again: a match could not be played',
  'said.again/organiser': 'an organiser started the check again',
  'said.again/rule':
    'the organiser changed the rule: the bot plays {matches} matches against {rival} and must win {wins}',
  'said.unplayable':
    'the matches could not be played here, which is not the bot’s fault. An organiser can start the check again',
  'said.taken-back': 'withdrawn',
  'said.hidden': 'output of a compiler or a bot, which only its entrant and owners of the contest can see',
} as const;
