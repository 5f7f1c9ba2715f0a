/** A word or phrase to avoid in texts, and its replacement. */
interface BannedPhrase {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** One phrase per line, in any order. Add phrases that reviewers correct repeatedly. */
const BANNED: readonly BannedPhrase[] = [
  { pattern: /\b(?:some|every|no)body\b/i, instead: 'you, someone, everyone, each entrant, no one' },
  { pattern: /\b(?:whoever|whomever|whosoever)\b/i, instead: 'if you …, anyone who …' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bbesides?\b/i, instead: 'next to, compared with, also' },
  { pattern: /, too\b/i, instead: 'also, as well, or nothing' },
  { pattern: /\b(?:is|are|was|were|be) (?:said|told)\b/i, instead: 'a program prints, reports, shows' },
  { pattern: /\bas it (?:is|stands)(?=[.,;)]|$)/i, instead: 'unchanged' },
  { pattern: /\b(?:a|in|of) so many\b|\bfor so many\b/i, instead: 'that number of' },
  { pattern: /\bsuch that\b/i, instead: 'so that, with' },
  { pattern: /\bcomes? to (?:nothing|no end)\b/i, instead: 'fails, is void' },
  { pattern: /\bto the byte\b/i, instead: 'byte for byte' },
  { pattern: /\bworked out again\b/i, instead: 'reproduced, checked' },
  { pattern: /\bcomes? out alike\b/i, instead: 'gives the same result' },
  { pattern: /\bprocessor(?:’s|'s)? time\b/i, instead: 'CPU time' },
  { pattern: /\bby the (?:wall|clock)\b/i, instead: 'wall-clock time' },
  { pattern: /\bthe law\b/i, instead: 'the rules' },
  { pattern: /\bstrangers?\b/i, instead: 'untrusted code, entrant' },
  { pattern: /\b(?:lies|lie|stands|stand) in\b/i, instead: 'is in' },
  { pattern: /\btaken? out of (?:the|a|its) match\b/i, instead: 'disqualified' },
  {
    pattern: /(?<!there )\bis no(?:ne)? (?!longer|more|other|less|way|need|limit|room|one)\w/i,
    instead: 'isn’t a, has no',
  },
  { pattern: /\bseats? exchanged\b/i, instead: 'seats swapped' },
  { pattern: /\bgoes? on (?:from|there)\b/i, instead: 'continues' },
  { pattern: /\brivals?\b/i, instead: 'built-in opponent' },
  { pattern: /\bof (?:its|their|one’s) own\b/i, instead: 'own, separate, or nothing' },
  { pattern: /\bin the place of\b/i, instead: 'instead of' },
  { pattern: /\bspecimens?\b/i, instead: 'conformance fixture' },
  { pattern: /\brungs?\b/i, instead: 'practice ladder' },
  { pattern: /\bmoves files?\b/i, instead: 'compact replay' },
  { pattern: /(?:\b(?:undefined|null|false|true|absent|infinity)|'') where\b/i, instead: 'undefined if …' },
  {
    pattern: /(?:^|[.;:,(] )where (?:no|nothing|neither|(?:there|it|that) (?:is|are|was) (?:no|none|one|known))\b/i,
    instead: 'if there is none, without one',
  },
  { pattern: /(?:^|[.;:(] )so (?:long|far|many|much|often|few)\b(?! as\b)/i, instead: 'the limit and its unit' },
  {
    pattern: /\bfor so long\b|\bso (?:long|many|often)(?: \w+)?(?:[.;:,]|$| at most| may)/i,
    instead: 'the limit and its unit',
  },
  { pattern: /\balready(?:[.:;,?]|$)/i, instead: 'already before the verb' },
  { pattern: /\d %/, instead: '95% without a space' },
  { pattern: /\b(?:one|a) plain sentence\b|\bas a sentence[;,.]/, instead: 'a message, an error' },
  { pattern: /\b(?:is|are|was|were) looked at\b/, instead: 'is examined, is checked' },
  { pattern: /^(?:Who|What) [^?]*\.$/, instead: 'name who acts, or the thing' },
];

/** Phrases to avoid in names of tests, which a failure list shows without their file. */
const BANNED_IN_NAMES: readonly BannedPhrase[] = [
  { pattern: /^(?:what|who|whose|where|how)\b/i, instead: 'name the subject, or begin with the verb' },
  {
    pattern: /\b(?:looked|looks) at\b|\bfor ever\b|\bhanded in\b|\bthe one before\b/,
    instead: 'checked, forever, submitted, the previous one',
  },
  { pattern: /\b(?:is|are|was|were) (?:ended|found out)(?= |$)/, instead: 'stopped, detected' },
  { pattern: /;/, instead: 'one fact, or two joined by “and”' },
];

/** The banned words in a text, each with its replacement. */
export function bannedIn(text: string): string[] {
  return found(BANNED, text);
}

/** The words banned only in a test's name, each with its replacement. */
export function bannedInName(name: string): string[] {
  return found(BANNED_IN_NAMES, name);
}

function found(banned: readonly BannedPhrase[], text: string): string[] {
  return banned.flatMap(({ pattern, instead }) => {
    const match = pattern.exec(text);
    return match ? [`“${match[0]}”, write: ${instead}`] : [];
  });
}
