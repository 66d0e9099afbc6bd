/**
 * What `JSON.parse` makes of a text.
 *
 * @param error - Makes the error of a text that is no JSON. The platform's own message quotes the text.
 */
export function parsed(text: string, error: () => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw error();
  }
}
