/** Returns an external text in a form that a database accepts: without the character 0 and unpaired surrogates. */
export const storable = (text: string): string => text.replace(/\0|\p{Cs}/gu, '\ufffd');
