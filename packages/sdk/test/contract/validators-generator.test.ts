import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Printer } from '../../../../tools/validators/printer.ts';
import { isGuid } from '../../src/contract/kinds.ts';
import { guids } from '../support/contract-values.ts';

test.each<[string, z.core.$ZodType]>([
  ['string of format email', z.email()],
  ['string of format uuid', z.uuid()],
  ['string with a check', z.string().check(z.minLength(1))],
  ['string with coerce', z.coerce.string()],
  ['string of format url with hostname', z.url({ hostname: /x/ })],
  ['number of format int32', z.int32()],
  ['number with a check', z.number().check(z.positive())],
  ['array with a check', z.array(z.string()).check(z.maxLength(1))],
  ['record of other keys', z.record(z.guid(), z.string())],
  ['object that is closed', z.object({ x: z.string() })],
  ['object that is closed', z.strictObject({ x: z.string() })],
  ['object with a check', z.looseObject({ x: z.string() }).check(z.refine(() => true))],
  ['optional', z.looseObject({ x: z.optional(z.string()) })],
  ['field or option of any kind', z.looseObject({ x: z.unknown() })],
  ['enum', z.enum(['x'])],
  ['literal', z.array(z.literal('x'))],
])('the generator refuses %s by name', (name, schema) => {
  expect(() => new Printer({}).validator(schema, 'isThing')).toThrow(name);
});

test('only a hexadecimal digit is one: every character up to U+0600, at every place of a UUID', () => {
  const [guid = ''] = guids;
  const wrong: string[] = [];
  for (let place = 0; place < guid.length; place += 1) {
    const expected = guid[place] === '-' ? /-/ : /[\da-fA-F]/;
    for (let code = 0; code < 0x600; code += 1) {
      const character = String.fromCharCode(code);
      const accepts = isGuid(guid.slice(0, place) + character + guid.slice(place + 1));
      if (accepts !== expected.test(character)) wrong.push(`U+${code.toString(16)} at ${place}`);
    }
  }
  expect(wrong).toEqual([]);
});
