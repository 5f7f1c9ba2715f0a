/** A text that came from elsewhere, as a database takes it: it cannot keep the character 0, nor half a character. */
export const storable = (text: string): string => text.replace(/\0|\p{Cs}/gu, '\ufffd');
