/** How many characters of an error are kept. */
const longest = 500;

/** What was thrown, as text. It never throws itself: code of others may throw anything. */
export function errorText(error: unknown): string {
  try {
    return String(error).slice(0, longest);
  } catch {
    return 'a value that cannot be converted to text';
  }
}
