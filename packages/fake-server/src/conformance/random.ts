/** Random values that need no secure context, so that the suite runs on any page. */

/** Hexadecimal digits. */
export function randomHex(digits: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits);
}

/** A UUID of version 4 that nothing has. */
export function randomId(): string {
  const hex = randomHex(30);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
    hex.slice(18),
  ].join('-');
}
