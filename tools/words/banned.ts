/** A word or phrase that texts of Ludus don't use, and what to write instead. */
export interface BannedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** By topic: literal translations, inverted passives, and words for which the project has another one. */
const BANNED_WORDS: readonly BannedWord[] = [
  { pattern: /\b(?:somebody|anybody|everybody|nobody)\b/i, instead: 'you, an entrant, someone, or the passive' },
  { pattern: /\bwho(?:so)?ever\b/i, instead: 'if you …, or name the person' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bbesides?\b/i, instead: 'next to, or in addition to' },
  { pattern: /\b(?:is|are|was|were) (?:told|said)\b/i, instead: 'reports, shows, or prints' },
  { pattern: /\bof (?:its|their|one’s) own\b/i, instead: 'own, or separate' },
  { pattern: /\bcomes? to nothing\b/i, instead: 'has no effect' },
  { pattern: /\bworked out again\b/i, instead: 'reproduced' },
  { pattern: /\bstrangers?\b/i, instead: 'untrusted code, or entrant' },
  { pattern: /\bprocessor time\b/i, instead: 'CPU time' },
  { pattern: /\bby the wall\b|\bclock on the wall\b/i, instead: 'wall-clock time' },
  { pattern: /\btaken out\b/i, instead: 'disqualified' },
  { pattern: /\bthe law\b/i, instead: 'the rules' },
  { pattern: /\brivals?\b/i, instead: 'built-in opponent' },
  { pattern: /\bseats? exchanged\b/i, instead: 'seats swapped' },
  { pattern: /\bgoes? on (?:from|there)\b/i, instead: 'continues' },
  { pattern: /\bis no (?!longer)\w+/i, instead: 'isn’t a' },
  { pattern: /\bnot everybody\b|\bso many\b|\bsuch that\b/i, instead: 'a plain number or condition' },
];

/** The banned words in a text, each with what to write instead. */
export function bannedIn(text: string): string[] {
  return BANNED_WORDS.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text);
    return found ? [`${found[0]} (write: ${instead})`] : [];
  });
}
