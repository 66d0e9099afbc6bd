/** Mutants that lose or change text. */
import { having, instead, resource, sending, type Fields, type Mutant } from './mutant.ts';

type Damage = (text: string) => string;

const damages: Readonly<Record<string, Damage>> = {
  'drops what is not ASCII': (text) => text.replaceAll(/[^\0-\x7F]/gu, ''),
  'replaces what is not ASCII by question marks': (text) => text.replaceAll(/[^\0-\x7F]/g, '?'),
  'drops what is not of the Latin script': (text) =>
    text.replaceAll(/\p{L}/gu, (letter) => (/\p{Script=Latin}/u.test(letter) ? letter : '')),
  'reads UTF-8 as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'mangles astral characters': (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD\uFFFD'),
  'drops astral characters': (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, ''),
  'drops what joins emoji': (text) => text.replaceAll('\u200D', ''),
  'normalises to NFC': (text) => text.normalize('NFC'),
  'normalises to NFD': (text) => text.normalize('NFD'),
  'normalises to NFKC': (text) => text.normalize('NFKC'),
  'drops combining marks': (text) => text.replaceAll(/\p{M}/gu, ''),
  'lower-cases': (text) => text.toLowerCase(),
  'lower-cases what is not ASCII': (text) => text.replaceAll(/[^\0-\x7F]+/gu, (part) => part.toLowerCase()),
  trims: (text) => text.trim(),
  'trims the start': (text) => text.trimStart(),
  'trims the end': (text) => text.trimEnd(),
  'collapses spaces': (text) => text.replaceAll(/ {2,}/g, ' '),
  'replaces other spaces': (text) => text.replaceAll(/[\u00A0\u2003\u3000]/g, ' '),
  'drops marks of direction': (text) => text.replaceAll(/\p{Bidi_Control}/gu, ''),
  'drops invisible characters': (text) => text.replaceAll(/\p{Cf}/gu, ''),
  'drops control characters': (text) => text.replaceAll(/\p{Cc}/gu, ''),
  'drops NUL': (text) => text.replaceAll('\0', ''),
  'ends at NUL': (text) => text.replace(/\0.*$/s, ''),
  'normalises line breaks': (text) => text.replaceAll(/\r\n?|\u2028/g, '\n'),
  'escapes HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  'decodes percent signs': (text) => text.replaceAll('%20', ' '),
  'cuts at 255 characters': (text) => text.slice(0, 255),
  'cuts at 4,096 characters': (text) => text.slice(0, 4096),
};

const names = (damage: Damage) =>
  having('config.upstreams', (upstreams) =>
    (upstreams as Fields[]).map((upstream) => ({ ...upstream, name: damage(String(upstream['name'])) })),
  );
const title = (damage: Damage) => having('title', (text) => damage(String(text)));

const creating = (change: (input: Fields) => void) =>
  instead('createMockService', (request, next) => next(sending(request, changed(change))));
const updating = (change: (input: Fields) => void) =>
  instead('updateMockService', (request, next) =>
    next(sending(request, ({ data }) => ({ data: changed(change)(data as Fields) }))),
  );

/** Changes an input, if it is one. */
function changed(change: (input: Fields) => void): (input: Fields) => Fields {
  return (input) => {
    if ('config' in input) change(input);
    return input;
  };
}

const urls = (damage: Damage) =>
  having('config.upstreams', (upstreams) =>
    (upstreams as Fields[]).map((upstream) => ({ ...upstream, url: damage(String(upstream['url'])) })),
  );

const urlDamages: Readonly<Record<string, Damage>> = {
  'cuts URLs at 255 characters': (url) => url.slice(0, 255),
  'cuts URLs at 2,000 characters': (url) => url.slice(0, 2000),
  'lower-cases URLs': (url) => url.toLowerCase(),
  'decodes URLs': (url) => decodeURI(url),
  'drops the query of URLs': (url) => url.replace(/[?].*$/, ''),
  'drops the fragment of URLs': (url) => url.replace(/#.*$/, ''),
  'collapses slashes in URLs': (url) => url.replaceAll(/(?<!:)[/]{2,}/g, '/'),
};

const formMutants: readonly Mutant[] = [
  ...Object.entries(urlDamages).map(([name, damage]) => ({
    name: `a create that ${name}`,
    killedBy: 'create-keeps-urls-and-names',
    make: creating(urls(damage)),
  })),
  {
    name: 'a create that drops punctuation in header names',
    killedBy: 'create-keeps-urls-and-names',
    make: creating(
      having('config.defaultResponseHeaders', (headers) =>
        Object.fromEntries(
          Object.entries(headers as object).map(([name, value]: [string, unknown]) => [
            name.replaceAll(/[^a-z0-9-]/g, ''),
            value,
          ]),
        ),
      ),
    ),
  },
];

const freeTextMutants: readonly Mutant[] = Object.entries(damages).flatMap(([name, damage]) => [
  { name: `a create that ${name} in titles`, killedBy: 'create-keeps-text', make: creating(title(damage)) },
  { name: `a create that ${name} in names`, killedBy: 'create-keeps-text', make: creating(names(damage)) },
  { name: `an update that ${name} in titles`, killedBy: 'update-keeps-text', make: updating(title(damage)) },
  { name: `an update that ${name} in names`, killedBy: 'update-keeps-text', make: updating(names(damage)) },
  {
    name: `a list that ${name} in titles`,
    killedBy: 'create-keeps-text',
    make: resource('listMockServices', title(damage)),
  },
]);

export const textMutants: readonly Mutant[] = [...freeTextMutants, ...formMutants];
