/** The most that is text at once. A chunk may be a whole file. */
const most = 65_536;

/** Chunks of UTF-8 as pieces of text, wherever they are cut. A byte order mark is left out. */
export async function* textsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += most) {
      yield decoder.decode(chunk.subarray(start, start + most), { stream: true });
    }
  }
  yield decoder.decode();
}
