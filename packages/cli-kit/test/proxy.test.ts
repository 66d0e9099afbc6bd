/** Every combination of what decides whether a proxy can be the reason of a failure. */
import { proxyAdvice } from '@mock-services/cli-kit';
import { expect, onTestFinished, test } from 'vitest';

const hosts = {
  'mocks.invalid': false,
  '127.0.0.1': true,
  localhost: true,
  '[::1]': true,
  'no-localhost': false,
};
const proxies = [
  {},
  { HTTP_PROXY: 'http://me:hunter2@proxy.test' },
  { HTTPS_PROXY: 'http://me:hunter2@proxy.test' },
  { http_proxy: 'http://proxy.test', https_proxy: 'http://proxy.test' },
  { HTTP_PROXY: 'http://me:hunter2@proxy.test', https_proxy: '' },
  // The lower-case variable counts, even if it is empty.
  { HTTP_PROXY: 'http://proxy.test', HTTPS_PROXY: 'http://proxy.test', http_proxy: '', https_proxy: '' },
];
const uses = [
  {},
  { NODE_USE_ENV_PROXY: '1' },
  { NODE_USE_ENV_PROXY: '0' },
  { NODE_OPTIONS: '--x --use-env-proxy' },
  { NODE_USE_ENV_PROXY: '0', NODE_OPTIONS: '--use-env-proxy' },
];

const exclusions = (host: string): readonly Environment[] => [
  {},
  ...['', '*', host, 'other.test'].map((NO_PROXY) => ({ NO_PROXY })),
  ...['*', 'other.test'].flatMap((NO_PROXY) => ['', host].map((no_proxy) => ({ NO_PROXY, no_proxy }))),
];

type Environment = Readonly<Record<string, string>>;

function expectedAdvice(scheme: string, host: string, environment: Environment, hasResponse: boolean) {
  const isSet = (name: string) => (environment[name.toLowerCase()] ?? environment[name] ?? '') !== '';
  // As Node 24 does: it sends requests of both kinds to the proxy of HTTP_PROXY if that is the only one.
  const own = scheme === 'https' && isSet('HTTPS_PROXY') ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const isExcluded = ['*', host].includes(environment['no_proxy'] ?? environment['NO_PROXY'] ?? '');
  if (!isSet(own) || isExcluded) return undefined;
  const isUsed = environment['NODE_USE_ENV_PROXY'] === '1' || environment['NODE_OPTIONS'] !== undefined;
  if (hosts[host as keyof typeof hosts])
    return isUsed ? `Requests to ${host} go to the proxy of ${own}. ` : undefined;
  if (hasResponse) return undefined;
  return isUsed ? `Requests go to the proxy of ${own}. ` : `${own} is set, but Node ignores it. `;
}

test.each(Object.keys(hosts))('the advice for requests to %s', (host) => {
  for (const scheme of ['http', 'https'])
    for (const proxy of proxies)
      for (const use of uses)
        for (const excluded of exclusions(host))
          for (const hasResponse of [false, true]) {
            const environment = { ...proxy, ...use, ...excluded };
            const expected = expectedAdvice(scheme, host, environment, hasResponse);
            const advice = proxyAdvice(`${scheme}://${host}:1/api`, environment, hasResponse);
            const shown = { scheme, environment, hasResponse, advice: advice?.slice(0, expected?.length) };
            expect(shown).toEqual({ scheme, environment, hasResponse, advice: expected });
            expect(advice ?? '').not.toContain('hunter2');
          }
});

// A proxy on this machine showed what Node 24.21 does for each kind of entry.
test.each<[string, string, boolean]>([
  ['mocks.invalid', 'a.test, MOCKS.invalid:443', true],
  ['mocks.invalid', 'mocks.invalid:80', false],
  ['mocks.invalid:8443', 'mocks.invalid:443', false],
  ['mocks.invalid:8443', 'mocks.invalid', true],
  ['mocks.invalid', '.invalid', true],
  ['mocks.invalid', '*.invalid', true],
  ['mocks.invalid', 'invalid', true],
  ['mocks.invalid', 'ocks.invalid', false],
  ['mocks.invalid', 'a.test *', false],
  ['http://mocks.invalid', 'mocks.invalid:80', true],
  ['[2001:db8::1]', '[2001:db8::1]:443', true],
])('NO_PROXY for %s: %j', (host, NO_PROXY, isExcluded) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    const environment = { HTTP_PROXY: 'http://proxy.test', [name]: NO_PROXY };
    const url = host.includes('//') ? host : `https://${host}/`;
    expect(proxyAdvice(url, environment) === undefined).toBe(isExcluded);
  }
});

test.each([
  ['--use-env-proxy', true],
  ['--no-use-env-proxy', false],
])('the option %s decides about the proxy, wherever it is given', (option, isUsed) => {
  const url = 'https://mocks.invalid';
  const HTTPS_PROXY = 'http://proxy.test';
  const expected = isUsed
    ? /^Requests go to the proxy of HTTPS_PROXY\. /
    : /^HTTPS_PROXY is set, but Node ignores/;
  expect(proxyAdvice(url, { HTTPS_PROXY, NODE_OPTIONS: option })).toMatch(expected);
  process.execArgv.push(option);
  onTestFinished(() => void process.execArgv.pop());
  expect(proxyAdvice(url, { HTTPS_PROXY })).toMatch(expected);
});
