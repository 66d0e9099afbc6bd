/**
 * Reads the body of a response as text, and counts its bytes as they arrive: after decompression, as they take memory.
 *
 * @returns Nothing when there are more than `maxBytes`, or more than a string can hold. The rest is not read then.
 */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  // A response double may have a text only, and that of another `fetch` another kind of stream.
  if (typeof response.body?.getReader !== 'function') return await response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    try {
      if (done) return text + decoder.decode();
      length += value.length;
      if (length <= maxBytes) {
        text += decoder.decode(value, { stream: true });
        continue;
      }
    } catch (error) {
      // Not bytes. Any other error says that strings of this engine are not that long.
      if (error instanceof TypeError) throw error;
    }
    reader.cancel().catch(() => undefined);
    return undefined;
  }
}
