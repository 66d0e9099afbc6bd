/** Base64 (RFC 4648) between text and bytes, without Node's Buffer. */

const space = /[\t\n\f\r ]+/g;

/**
 * Reads Base64 in either alphabet, padded or not, broken into lines or not.
 *
 * @returns The bytes, or in words what is wrong with the text.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | string {
  const compact = text.replace(space, '');
  const digits = compact.replace(/={1,2}$/, '');
  if (digits.length < compact.length && compact.length % 4 !== 0) return 'not Base64: the padding is wrong';
  if (digits.length % 4 === 1) return 'not Base64: it ends in the middle of a byte';
  // The URL-safe alphabet (§5) reads like the standard one.
  const standard = digits.replaceAll('-', '+').replaceAll('_', '/');
  const wrong = standard.search(/[^A-Za-z\d+/]/);
  if (wrong !== -1) return `not Base64: no digit at offset ${wrong}`;
  const binary = atob(standard);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Standard alphabet, with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const chunks: string[] = [];
  // A call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  }
  return btoa(chunks.join(''));
}

/** How many bytes a Base64 text stands for, told from its length alone. */
export function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(((text.length - padding) * 3) / 4);
}
