import { cutAt } from '../text/visible-text.ts';

/** A slice of a text, and its offset. */
export interface TextSlice {
  readonly start: number;
  readonly text: string;
}

/**
 * The first slices of a text.
 *
 * @param length - Characters of a slice; one less where a surrogate pair would be torn.
 * @param count - How many slices.
 */
export function textSlices(
  text: string,
  length: number,
  count: number,
): { readonly slices: readonly TextSlice[]; readonly left: number } {
  const slices: TextSlice[] = [];
  let start = 0;
  while (slices.length < count && start < text.length) {
    const rest = text.slice(start, start + length + 1);
    const part = rest.slice(0, cutAt(rest, length));
    slices.push({ start, text: part });
    start += part.length;
  }
  return { slices, left: text.length - start };
}
