/** The page for users without a bot. */
export const begin = {
  'tab.begin': 'Get started',
  begin: 'Get started',
  'begin.starters': 'Starter bots',
  'begin.starters-hint':
    'Each of these bots can play at once. Download one or open it in the playground, change a line, and submit it.',
  'begin.starters-archived': 'Each of these bots can play at once. Download one, or open it in the playground.',
  'begin.playground': 'Open in the playground',
  'begin.compiled': 'The playground doesn’t compile {languages}. Download the bot, or use the command below.',
  'begin.no-starters': 'There are no starter bots in the languages of this contest.',
  'begin.local': 'This command creates a folder on your machine with a bot, its tests, and the rules:',
  'begin.command': 'Copy command',
  'begin.scoring': 'Scoring',
  'begin.qualify': 'Your bot has to qualify once:',
  'begin.ladder':
    'Then it plays the other bots on the ladder. Wins against stronger bots raise its rating more. Only your newest bot counts.',
  'begin.seconds': 'A bot that computes for more than {n} s is disqualified.',
  'begin.finals': 'Each final is played with the newest qualified bots submitted by its deadline:',
  'begin.rules': 'How to play {game}',
  'begin.all-rules': 'All rules',
  'begin.no-rules': 'These pages don’t include the rules of this game. Ask the organiser for them.',
} as const;
