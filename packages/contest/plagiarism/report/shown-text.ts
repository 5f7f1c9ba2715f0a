/**
 * Returns untrusted text with hidden characters made visible. Symbols replace characters that have no glyph or change
 * the text direction.
 */
export function shownText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029\ufff9-\ufffb]/gu, (character) => {
    const code = character.codePointAt(0)!;
    if (character === '\t') return character;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? '\u2421' : `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
  });
}
