/**
 * The English messages of a submission's log, by code, with placeholders. The server stores them, and the pages show
 * them. `{why}` is a message from a compiler or a machine, `{sentence}` one from a referee.
 */
export const said = {
  'said.received': '{file}, {bytes} bytes',
  'said.compiling': 'compilation started',
  'said.compiled': 'compiled to {size} KiB',
  'said.compiled/tables':
    'compiled to {size} KiB; it iterates over {tables}, whose order depends on addresses or custom hashes. It may play differently than on your machine',
  'said.compiled/module': 'it is already a module',
  'said.compiled/program': 'it runs as a separate program, in the full sandbox',
  'said.compile/no-module': 'it isn’t a WebAssembly module',
  'said.compile/name': 'its name must begin with a letter, a digit or _',
  'said.compile/language': 'the game has no players in this language',
  'said.compile/no-player': 'it does not register a player: it lacks RegisterPlayer(PLAYER_NAME) at its end',
  'said.compile/no-sandbox':
    'this server compiles no C++ and no Rust: it has no sandbox. Ask the organiser, or submit a player in another language',
  'said.compile/again': 'once more: {why}',
  'said.compile/broke': 'it could not be compiled here: {why}',
  'said.compile/large': 'the module that it makes is longer than {most} MiB',
  'said.compile/late': 'it could not be compiled here in time, three times over: an organiser can run it again',
  'said.compile/lost': 'the compiler was not heard of again',
  'said.check/quarantined': 'these bytes are kept from matches: {why}',
  'said.check/failed': 'in its check, round {round} of board {board}: {sentence}',
  'said.check/passed': 'it played {rounds} rounds of board {board}',
  'said.qualify/rule': 'matches against {rival}: {matches}, of which it has to win {wins}',
  'said.qualify/won': 'won: it scored {own} against {others} on board {board}',
  'said.qualify/not-won': 'not won: it scored {own} against {others} on board {board}',
  'said.qualify/failed': 'in round {round} of board {board} it failed: {sentence}',
  'said.qualify/why': 'why on board {board}: {why}',
  'said.qualify/too-few': 'matches won: {ahead} of {matches}; needed: {wins}',
  'said.qualify/through': 'matches won: {ahead} of {matches}; needed: {wins}',
  'said.again/gone': 'once more: its matches were gone',
  'said.again/match': 'once more: a match could not be played',
  'said.again/organiser': 'an organiser has it run again',
  'said.again/rule': 'the organiser changed the rule: it plays {matches} matches against {rival} and has to win {wins}',
  'said.unplayable': 'its matches could not be played here, which is not its fault: an organiser can run it again',
  'said.taken-back': 'taken back',
  'said.hidden': 'the words of a compiler or a bot, which only its entrant and owners of the contest see',
} as const;
