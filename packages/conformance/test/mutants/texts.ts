/** Mutants that lose or change text. */
import { creating, field, having, updating, type Fields, type Mutant } from './mutant.ts';

type Damage = (text: string) => string;

const damages: Readonly<Record<string, Damage>> = {
  'drops characters beyond ASCII': (text) => text.replaceAll(/[^\0-\x7F]/gu, ''),
  'replaces characters beyond ASCII with question marks': (text) => text.replaceAll(/[^\0-\x7F]/g, '?'),
  'drops letters of other scripts than Latin': (text) =>
    text.replaceAll(/\p{L}/gu, (letter) => (/\p{Script=Latin}/u.test(letter) ? letter : '')),
  'reads UTF-8 as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'mangles astral characters': (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD\uFFFD'),
  'drops astral characters': (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, ''),
  'drops joiners of emoji': (text) => text.replaceAll('\u200D', ''),
  'normalizes to NFC': (text) => text.normalize('NFC'),
  'normalizes to NFD': (text) => text.normalize('NFD'),
  'normalizes to NFKC': (text) => text.normalize('NFKC'),
  'drops combining marks': (text) => text.replaceAll(/\p{M}/gu, ''),
  'lower-cases': (text) => text.toLowerCase(),
  'lower-cases characters beyond ASCII': (text) =>
    text.replaceAll(/[^\0-\x7F]+/gu, (part) => part.toLowerCase()),
  trims: (text) => text.trim(),
  'trims the start': (text) => text.trimStart(),
  'trims the end': (text) => text.trimEnd(),
  'collapses spaces': (text) => text.replaceAll(/ {2,}/g, ' '),
  'replaces other spaces': (text) => text.replaceAll(/[\u00A0\u2003\u3000]/g, ' '),
  'drops direction marks': (text) => text.replaceAll(/\p{Bidi_Control}/gu, ''),
  'drops invisible characters': (text) => text.replaceAll(/\p{Cf}/gu, ''),
  'drops control characters': (text) => text.replaceAll(/\p{Cc}/gu, ''),
  'drops NUL': (text) => text.replaceAll('\0', ''),
  'ends at NUL': (text) => text.replace(/\0.*$/s, ''),
  'normalizes line breaks': (text) => text.replaceAll(/\r\n?|\u2028/g, '\n'),
  'escapes HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  'drops private characters': (text) => text.replaceAll(/\p{Co}/gu, ''),
  'drops replacement characters': (text) => text.replaceAll('\uFFFD', ''),
  'drops backslashes': (text) => text.replaceAll('\\', ''),
  'doubles quotes': (text) => text.replaceAll("'", "''"),
  'decodes escapes': (text) => text.replaceAll(String.raw`\u0041`, 'A').replaceAll(String.raw`\n`, '\n'),
  'decodes plus signs': (text) => text.replaceAll('+', ' '),
  'decodes HTML': (text) => text.replaceAll('&amp;', '&'),
  'drops tags': (text) => text.replaceAll(/<[^>]*>/g, ''),
  'fills templates': (text) => text.replaceAll('{{x}}', ''),
  'ends at a semicolon': (text) => text.replace(/;--.*$/s, ''),
  'decodes percent signs': (text) => text.replaceAll('%20', ' '),
  'cuts at 255 characters': (text) => text.slice(0, 255),
  'cuts at 4,096 characters': (text) => text.slice(0, 4096),
  'cuts at 4,999 characters': (text) => text.slice(0, 4999),
};

const inUpstreams = (key: string, damage: Damage) =>
  having('config.upstreams', (upstreams) =>
    (upstreams as Fields[]).map((upstream) => ({ ...upstream, [key]: damage(String(upstream[key])) })),
  );
const inTitle = (damage: Damage) => having('title', (text) => damage(String(text)));

/** Creates a mutant that damages the text of creates or updates. A single case detects each of these mutants. */
function damaging(behavior: string, change: (input: Fields) => void): Mutant {
  const [create, update] = [creating(change), updating(change)];
  return [
    behavior,
    ['create-keeps-text', 'update-keeps-text'],
    () => (request, next) => create()(request, (created) => update()(created, next)),
  ];
}

const urlDamages: Readonly<Record<string, Damage>> = {
  'cuts URLs at 255 characters': (url) => url.slice(0, 255),
  'cuts URLs at 2,000 characters': (url) => url.slice(0, 2000),
  'lower-cases URLs': (url) => url.toLowerCase(),
  'decodes URLs': (url) => decodeURI(url),
  'drops the query of URLs': (url) => url.replace(/[?].*$/, ''),
  'drops the fragment of URLs': (url) => url.replace(/#.*$/, ''),
  'collapses slashes in URLs': (url) => url.replaceAll(/(?<!:)[/]{2,}/g, '/'),
};

const withoutPunctuation = (headers: unknown) =>
  Object.fromEntries(
    Object.entries(headers as object).map(([name, value]: [string, unknown]) => [
      name.replaceAll(/[^a-z0-9-]/g, ''),
      value,
    ]),
  );

export const textMutants: readonly Mutant[] = [
  ...Object.entries(damages).flatMap(([name, damage]) => [
    damaging(`a store that ${name} in titles`, inTitle(damage)),
    damaging(`a store that ${name} in upstream names`, inUpstreams('name', damage)),
  ]),
  ...Object.entries(damages)
    .slice(0, 4)
    .map(([name, damage]): Mutant => [
      `a list that ${name} in titles`,
      'create-keeps-text',
      field('listMockServices', 'title', (text) => damage(String(text))),
    ]),
  ...Object.entries(urlDamages).map(([name, damage]): Mutant => [
    `a create that ${name}`,
    'create-keeps-urls-and-names',
    creating(inUpstreams('url', damage)),
  ]),
  [
    'a create that drops punctuation in header names',
    'create-keeps-urls-and-names',
    creating(having('config.defaultResponseHeaders', withoutPunctuation)),
  ],
  [
    'a create that drops punctuation in allowed header names',
    'create-keeps-urls-and-names',
    creating(
      having('config.cors.allowedHeaders', (names) =>
        (names as string[]).map((name) => name.replaceAll(/[^a-z0-9-]/g, '')),
      ),
    ),
  ],
];
