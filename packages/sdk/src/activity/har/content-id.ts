/** Four lanes of 32 bits, each with its own start and factor, after MurmurHash3. */
const lanes = [
  [0x9e3779b9, 0x85ebca6b],
  [0x243f6a88, 0xc2b2ae35],
  [0xb7e15162, 0x27d4eb2f],
  [0x71374491, 0x165667b1],
] as const;

/**
 * A UUID made from a text: the same text always gives the same UUID, and two texts almost certainly give two. It holds 122
 * bits of a fast hash, which does not protect against forgery. Version 8 is for such formats (RFC 9562 §5.8).
 */
export function contentId(text: string): string {
  const hex = lanes
    .map(([start, factor]) => hash(text, start, factor).toString(16).padStart(8, '0'))
    .join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...parts, hex.slice(20)].join('-');
}

function hash(text: string, start: number, factor: number): number {
  let state = start;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), factor);
    state ^= state >>> 15;
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}
