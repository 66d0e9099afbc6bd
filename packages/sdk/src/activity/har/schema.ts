/**
 * The parts of a HAR that `fromHar` reads. Only these are checked, because tools differ in the rest and omit
 * fields that HAR 1.2 requires.
 */
import * as z from 'zod/mini';
import { parseUrl } from '../../contract/kinds.ts';

/** A string that a function accepts. */
function formatted(expected: string, isWellFormed: (text: string) => boolean): z.ZodMiniString {
  return z.string().check(z.refine(isWellFormed, { params: { expected } }));
}

const pairs = /*@__PURE__*/ z.nullish(
  /*@__PURE__*/ z.array(
    /*@__PURE__*/ z.looseObject({ name: /*@__PURE__*/ z.string(), value: /*@__PURE__*/ z.string() }),
  ),
);
const text = /*@__PURE__*/ z.nullish(/*@__PURE__*/ z.string());

const request = /*@__PURE__*/ z.looseObject({
  method: /*@__PURE__*/ z.string(),
  url: /*@__PURE__*/ formatted('absolute URL', (url) => parseUrl(url) !== undefined),
  headers: pairs,
  postData: /*@__PURE__*/ z.nullish(
    /*@__PURE__*/ z.looseObject({
      text,
      encoding: text,
      mimeType: text,
      params: /*@__PURE__*/ z.nullish(
        /*@__PURE__*/ z.array(/*@__PURE__*/ z.looseObject({ name: /*@__PURE__*/ z.string(), value: text })),
      ),
    }),
  ),
});

const response = /*@__PURE__*/ z.looseObject({
  status: /*@__PURE__*/ z.int(),
  headers: pairs,
  content: /*@__PURE__*/ z.nullish(/*@__PURE__*/ z.looseObject({ text, encoding: text, mimeType: text })),
});

const entry = /*@__PURE__*/ z.looseObject({
  pageref: text,
  startedDateTime: /*@__PURE__*/ formatted('ISO 8601 timestamp', (text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 0 && year <= 9999;
  }),
  time: /*@__PURE__*/ z.nullish(/*@__PURE__*/ z.number()),
  timings: /*@__PURE__*/ z.nullish(
    /*@__PURE__*/ z.record(/*@__PURE__*/ z.string(), /*@__PURE__*/ z.unknown()),
  ),
  request,
  response,
});

/** A HAR, as far as `fromHar` reads it. */
export const harSchema = /*@__PURE__*/ z.looseObject({
  log: /*@__PURE__*/ z.looseObject({ entries: /*@__PURE__*/ z.array(entry) }),
});

/** One exchange of a HAR, as far as `fromHar` reads it. */
export type ReadableEntry = z.infer<typeof entry>;
