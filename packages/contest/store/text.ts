/** Returns an external text as a database accepts it, without the character 0 and unpaired surrogates. */
export const storable = (text: string): string => text.replace(/\0|\p{Cs}/gu, '\ufffd');
