import { substituteVariables } from '@mock-services/sdk/seed';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** What a file writes, and what it means. */
type Piece = readonly [written: string, meant: string];

const values = { URL: 'https://a.test/ü?b="c"\\n', _2: '', stage: '${URL}$${ }' };
const variables = Object.entries(values).map(([name, value]): Piece => [`\${${name}}`, value]);
const plain = ['x', 'ü', '😀', '"', '\\', '}', '{', '$ ', '$$ ', ' '].map((text): Piece => [text, text]);
const literal: Piece = ['$${', '${'];

const textOf = (...pieces: readonly Piece[]) =>
  fc
    .array(fc.constantFrom(...pieces), { maxLength: 6 })
    .map((all): Piece => [all.map(([written]) => written).join(''), all.map(([, meant]) => meant).join('')]);

/** JSON with the same structure twice: as written, and as meant. */
const jsonOf = (...pieces: readonly Piece[]) =>
  fc.letrec<{ value: readonly [unknown, unknown] }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      textOf(...pieces),
      fc.constantFrom(null, true, 0, -1.5).map((value) => [value, value] as const),
      fc
        .array(tie('value'), { maxLength: 3 })
        .map((items) => [items.map(([written]) => written), items.map(([, meant]) => meant)] as const),
      fc
        .dictionary(fc.constantFrom('a', '${URL}', '__proto__', 'length', '${'), tie('value'), {
          maxKeys: 3,
          noNullPrototype: true,
        })
        .map((fields) => {
          const side = (index: 0 | 1) =>
            Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value[index]]));
          return [side(0), side(1)] as const;
        }),
    ),
  })).value;

describe('substituteVariables', () => {
  test('replaces variables and literals wherever a string is, and nothing else', () => {
    fc.assert(
      fc.property(
        jsonOf(...variables, ...plain, literal),
        jsonOf(...variables, ...plain, literal),
        fc.constantFrom('mockServices', 'workspaces', 'configurations'),
        ([written, meant], [log], part) => {
          const rest = { $schema: '${URL}', activity: log };
          const seed = { ...rest, variables: { ...values, unused: '' }, [part]: written };
          const before = JSON.stringify(seed);
          expect(substituteVariables(seed)).toStrictEqual({ value: { ...rest, [part]: meant }, issues: [] });
          expect(JSON.stringify(seed)).toBe(before);
        },
      ),
    );
  });

  test('substituting in the text and then parsing gives the same as parsing first', () => {
    fc.assert(
      fc.property(textOf(...variables, ...plain), textOf(...variables, ...plain), ([title], [name]) => {
        const seed = { mockServices: [{ title, config: { upstreams: [{ name }] } }] };
        const escaped = Object.entries(values).map(
          ([variable, value]) => [`\${${variable}}`, JSON.stringify(value).slice(1, -1)] as const,
        );
        // One pass, because a value may contain the name of another variable.
        const text = JSON.stringify(seed)
          .split(/(?=\$\{)/)
          .map((part) => {
            const own = escaped.find(([written]) => part.startsWith(written));
            return own ? own[1] + part.slice(own[0].length) : part;
          })
          .join('');
        expect(substituteVariables({ ...seed, variables: values }).value).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  test('a value is written unchanged, and given values override defaults', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (value, other) => {
        const seed = { variables: { A: other, B: null, C: value }, mockServices: ['${A}${B}-${C}'] };
        const given = new Map([
          ['A', value],
          ['B', other],
          ['elsewhere', 'x'],
        ]);
        expect(substituteVariables(seed, given).value).toEqual({
          mockServices: [`${value}${other}-${value}`],
        });
      }),
    );
  });

  test('a value without variables is returned itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(substituteVariables(value, new Map([['A', 'x']]))).toEqual({ value, issues: [] });
        expect(substituteVariables(value).value).toBe(value);
      }),
    );
    const seed = { variables: undefined, mockServices: ['${A}', '$${'] };
    expect(substituteVariables(seed).value).toBe(seed);
  });

  test.each<[string, object, string, string]>([
    [
      'an undeclared name',
      { mockServices: ['${STGE}'] },
      '/mockServices/0',
      '`${STGE}`. Did you mean STAGE?',
    ],
    ['a name that all objects have', { workspaces: ['${constructor}'] }, '/workspaces/0', '`${constructor}`'],
    ['no name', { mockServices: [{ a: 'x${}' }] }, '/mockServices/0/a', '`${}`'],
    ['a space in a name', { mockServices: ['${ STAGE }'] }, '/mockServices/0', '`${ STAGE }`'],
    ['no closing brace', { configurations: { 'a/b': '${STAGE' } }, '/configurations/a~1b', '`${STAGE`'],
    ['a second one', { mockServices: ['${STAGE}${X}'] }, '/mockServices/0', '`${X}`'],
    [
      'a long one',
      { mockServices: [`\${${'x'.repeat(500)}}`] },
      '/mockServices/0',
      `\`\${${'x'.repeat(58)}…\``,
    ],
  ])('%s is an issue at its place', (_name, parts, pointer, received) => {
    const { issues } = substituteVariables({ variables: { STAGE: 'x' }, ...parts });
    expect(issues).toMatchObject([
      {
        pointer,
        expected: 'a declared variable, or `$${` for a literal `${`',
        received: expect.stringContaining(received) as string,
      },
    ]);
  });

  test.each<[string, unknown, string, string]>([
    [
      'no default',
      { A: null },
      '/variables/A',
      'a default, or a value for a program (--var A=… or MOCK_SERVICES_VAR_A)',
    ],
    ['a number', { A: 1 }, '/variables/A', 'string, null'],
    ['a name with a dash', { 'A-B': '' }, '/variables/A-B', 'a name of letters, digits and underscores'],
    [
      'a name that begins with a digit',
      { '2A': '' },
      '/variables/2A',
      'a name of letters, digits and underscores',
    ],
    ['an empty name', { '': '' }, '/variables/', 'a name of letters, digits and underscores'],
    ['a list', ['A'], '/variables', 'object'],
    ['null', null, '/variables', 'object'],
  ])('a declaration with %s is an issue', (_name, declared, pointer, expected) => {
    const { issues } = substituteVariables({ variables: declared, mockServices: [] });
    expect(issues).toMatchObject([{ pointer, expected: expect.stringContaining(expected) as string }]);
  });
});
