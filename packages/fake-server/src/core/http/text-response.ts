/**
 * A response whose text is known, so that reading it as text or JSON does not decode its bytes again. For text that
 * decoding would not change, such as ASCII.
 */
export class TextResponse extends Response {
  readonly #text: string;

  constructor(text: string, init: ResponseInit) {
    super(text, init);
    this.#text = text;
  }

  override async text(): Promise<string> {
    const { body } = this;
    // What was read before, or is being read, cannot be read again, and the platform has its own words for that.
    if (body === null || body.locked || this.bodyUsed) return super.text();
    void body.cancel();
    return this.#text;
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }
}
