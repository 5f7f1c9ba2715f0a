const MAX_LENGTH = 300;

/** The bot's words in a sentence: one line of limited length, without control characters and without a final full stop. */
export function cutWords(words: string): string {
  const clean = words.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean.replace(/\.$/, '');
}
