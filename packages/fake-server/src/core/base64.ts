/** How many bytes become characters in one call: an engine takes only so many arguments. */
const chunk = 8192;

/** Base64 in the standard alphabet, with padding. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += chunk) {
    text += String.fromCharCode(...bytes.subarray(i, i + chunk));
  }
  return btoa(text);
}
