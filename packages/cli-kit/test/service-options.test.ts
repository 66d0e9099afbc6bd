/** Which service a program calls, and with which credentials. */
import { credentialsOf, Failure, serviceUrlOf, tokenOf } from '@mock-services/cli-kit';
import { describe, expect, test } from 'vitest';
import { fileWith } from './support.ts';
import { recorder } from './terminal.ts';

const { terminal } = recorder();
const withEnvironment = (environment: Readonly<Record<string, string>>) => recorder({ environment }).terminal;

describe('the base URL', () => {
  test('comes from an argument, or else from MOCK_SERVICES_URL', () => {
    const environment = withEnvironment({ MOCK_SERVICES_URL: 'https://variable.test/api' });
    expect(serviceUrlOf({ '--url': 'https://option.test' }, environment)).toBe('https://option.test');
    expect(serviceUrlOf({ '--url': undefined }, environment)).toBe('https://variable.test/api');
    expect(serviceUrlOf({ '--url': undefined }, withEnvironment({ MOCK_SERVICES_URL: '' }))).toBeUndefined();
  });

  test.each(['localhost:4600', 'ftp://mocks.test', 'hunter2', 'https://mocks.test/#hunter2', ''])(
    'is rejected, with its source, if it is %j',
    (url) => {
      const reason = 'must be an absolute http or https URL without ';
      const other = withEnvironment({ MOCK_SERVICES_URL: 'https://variable.test' });
      expect(() => serviceUrlOf({ '--url': url }, other)).toThrow(`--url ${reason}`);
      expect(() => serviceUrlOf({ '--url': url }, other)).not.toThrow('hunter2');
    },
  );
});

describe('the token', () => {
  test.each([
    ['a b', 'Expected visible ASCII characters'],
    ['hunter2\n', 'Expected visible ASCII characters'],
    ['hunter2\x01', 'Expected visible ASCII characters'],
    ['hünter2', 'Expected visible ASCII characters'],
    ['Bearer hunter2', 'Pass the token without "Bearer "'],
  ])('%j is rejected without printing it', async (token, reason) => {
    const reading = tokenOf({ token }, terminal);
    await expect(reading).rejects.toThrow(`--token is not a valid token. ${reason}`);
    await expect(reading).rejects.not.toThrow(/h[uü]nter2/);
  });

  test('loses white space around it in a file and a variable', async () => {
    const tokenFile = fileWith('\uFEFF\r\n\t four \r\n');
    expect(await tokenOf({ tokenFile }, terminal)).toBe('four');
    expect(await tokenOf({}, withEnvironment({ MOCK_SERVICES_TOKEN: ' five\n' }))).toBe('five');
  });

  test('is an error if its file or variable is empty, because a secret may be missing', async () => {
    for (const MOCK_SERVICES_TOKEN of ['', ' \n'])
      await expect(tokenOf({}, withEnvironment({ MOCK_SERVICES_TOKEN }))).rejects.toThrow(
        'MOCK_SERVICES_TOKEN is set, but empty. Expected a token. To use none, unset the variable.',
      );
    await expect(tokenOf({ tokenFile: fileWith('\n') }, terminal)).rejects.toThrow(
      '--token-file is empty. Expected a token. To use none, omit --token-file.',
    );
  });
});

describe('headers', () => {
  test('come from --header and from MOCK_SERVICES_HEADERS, which --header overrides', async () => {
    const environment = withEnvironment({
      MOCK_SERVICES_HEADERS:
        'x-a: 1\r\n\r\n  \nx-b :\t2 \t\r\nauthorization: Basic y\r\nx-d: 6\nX-D: 7\nx-e:\r\nx-f: 8\n',
      MOCK_SERVICES_TOKEN: 'z',
    });
    const header = ['X-A: 3:4', 'x-c:  é', 'x-c: 5 ', 'x-f:'];
    expect(Object.fromEntries(await credentialsOf({ header }, environment))).toEqual({
      'x-a': '3:4',
      'x-b': '2',
      'x-c': 'é, 5',
      'x-d': '6, 7',
      'x-e': '',
      'x-f': '',
      authorization: 'Basic y',
    });
  });

  test.each([
    'x: hunter2\x01b',
    'x: hunter2\nx-b: 1',
    'hunter2',
    'x y: hunter2',
    ': hunter2',
    'x: 🍎hunter2',
  ])('%j is rejected and not printed', async (header) => {
    const form = "must have the form 'Name: value', without control characters and line breaks.\nSee --help.";
    await expect(credentialsOf({ header: [header] }, terminal)).rejects.toThrow(
      new Failure(`--header ${form}`),
    );
    // In the variable, a line break separates two headers.
    const lines = { MOCK_SERVICES_HEADERS: header.replaceAll('\n', '\x01') };
    await expect(credentialsOf({}, withEnvironment(lines))).rejects.toThrow(
      new Failure(`MOCK_SERVICES_HEADERS ${form}`),
    );
  });
});

describe('of all sources of credentials', () => {
  /** What each source sends. The first one wins. */
  const sources = {
    '--header': 'Basic one',
    '--token': 'Bearer two',
    '--token-file': 'Bearer three',
    MOCK_SERVICES_HEADERS: 'Basic four',
    MOCK_SERVICES_TOKEN: 'Bearer five',
  };
  type Source = keyof typeof sources;

  test('an option wins, unless two options exclude each other', async () => {
    const file = fileWith('three\n');
    const names = Object.keys(sources) as Source[];
    for (let set = 0; set < 2 ** names.length; set += 1) {
      const given = names.filter((_, bit) => (set & (2 ** bit)) !== 0);
      const valueOf = (source: Source, value: string) => (given.includes(source) ? value : undefined);
      const options = {
        header: given.includes('--header') ? ['authorization: Basic one'] : undefined,
        token: valueOf('--token', 'two'),
        tokenFile: valueOf('--token-file', file),
      };
      const environment = {
        MOCK_SERVICES_HEADERS: valueOf('MOCK_SERVICES_HEADERS', 'x-a: 1\nAuthorization: Basic four'),
        MOCK_SERVICES_TOKEN: valueOf('MOCK_SERVICES_TOKEN', 'five'),
      };
      const sent = await credentialsOf(options, recorder({ environment }).terminal).then(
        (headers) => headers.get('authorization') ?? undefined,
        () => 'rejected',
      );
      const [first] = given;
      const hasTwoOptions = given.filter((source) => source.startsWith('--')).length > 1;
      const expected = hasTwoOptions ? 'rejected' : first && sources[first];
      expect({ given, sent }).toEqual({ given, sent: expected });
    }
  });

  test('two options that exclude each other are named', async () => {
    const tokens = credentialsOf({ token: 'hunter2', tokenFile: fileWith('hunter2') }, terminal);
    await expect(tokens).rejects.toThrow(
      new Failure('--token and --token-file cannot be combined. Remove one of them.\nSee --help.'),
    );
    const both = credentialsOf({ token: 'hunter2', header: ['authorization: hunter2'] }, terminal);
    await expect(both).rejects.toThrow(
      new Failure(
        '--token or --token-file and --header must not both set the header Authorization. Omit one of them.\nSee --help.',
      ),
    );
  });

  test('an invalid variable for a token is not read if another source has credentials', async () => {
    const MOCK_SERVICES_TOKEN = 'Bearer five';
    const sent = async (options: object, MOCK_SERVICES_HEADERS = '') => {
      const environment = withEnvironment({ MOCK_SERVICES_TOKEN, MOCK_SERVICES_HEADERS });
      return (await credentialsOf(options, environment)).get('authorization');
    };
    expect(await sent({ header: ['authorization: Basic one'] })).toBe('Basic one');
    expect(await sent({ token: 'two' })).toBe('Bearer two');
    expect(await sent({}, 'authorization: Basic four')).toBe('Basic four');
    await expect(sent({ header: ['x-a: 1'] })).rejects.toThrow('MOCK_SERVICES_TOKEN is not a valid token.');
  });
});
