/** The page for users without a bot. */
export const begin = {
  'tab.begin': 'Get started',
  begin: 'Get started',
  'begin.starters': 'A bot to begin with',
  'begin.starters-hint':
    'Each of these plays at once. Download one or open it in the playground, change a line, and submit it.',
  'begin.starters-archived': 'Each of these plays at once. Download one, or open it in the playground.',
  'begin.playground': 'Open in the playground',
  'begin.compiled': 'The playground doesn’t compile {languages}. Download the bot, or use the command below.',
  'begin.no-starters': 'There is no bot to begin with in the languages of this contest.',
  'begin.local': 'On your machine, this makes a folder with a bot, its tests, and the rules:',
  'begin.command': 'Copy the command',
  'begin.scoring': 'How it is scored',
  'begin.qualify': 'Your bot has to qualify once:',
  'begin.ladder':
    'Then it plays the others on the ladder. Wins against stronger bots raise its rating more. Only your newest bot counts.',
  'begin.seconds': 'A bot that computes for longer than {n} s is out.',
  'begin.finals': 'Finals are played with the bots that are on the ladder when they begin:',
  'begin.rules': 'How to play {game}',
  'begin.all-rules': 'All the rules',
  'begin.no-rules': 'The rules of this game aren’t part of these pages. Ask the organiser for them.',
} as const;
