/** Bodies of admin calls. */
import { problemResponse } from '../../http/problem.ts';
import type { WireResponse } from '../../http/message.ts';

/** What the core stores nests up to 1,000 levels; a snapshot has some around it. Serializing overflows at about 4,000. */
const maxDepth = 1010;

/** Reads the body of a call, or says what is wrong with it. */
export function readBody(text: string): { readonly value: unknown } | { readonly problem: WireResponse } {
  if (depthOf(text) > maxDepth) {
    return { problem: problemResponse(422, `The body is nested deeper than ${maxDepth} levels.`) };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: problemResponse(400, 'The body is not well-formed JSON.') };
  }
}

/** How deeply arrays and objects are nested in a JSON text. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') quoted = !quoted;
    else if (quoted) i += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, (depth += 1));
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}
