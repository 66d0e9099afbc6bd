import { ApiError, createClient, type Fetch } from '@mock-services/sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Advice } from '../../src/states/advice.tsx';
import { ErrorBoundary } from '../../src/states/error-boundary.tsx';
import { Failure } from '../../src/states/failure.tsx';
import { show } from '../support/show.tsx';

const baseUrl = 'https://mocks.example/api';

/** Returns the error that the SDK throws for a response. */
async function errorFor(respond: Fetch): Promise<unknown> {
  const client = createClient({ baseUrl, fetch: respond, maxRetries: 0 });
  const error: unknown = await client.workspaces.list().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  return error;
}

async function textFor(error: unknown): Promise<string> {
  const { element } = await show(<Failure error={error} />);
  return element.textContent;
}

const respondWith = (status: number, body: BodyInit | null, type = 'application/problem+json') =>
  errorFor(() => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } })));

/** Matches names from the code, which users of the page do not know. */
const codeWords = /listWorkspaces|baseUrl|client\.|`|\b[A-Z]\w*Error\b|workspaces\.list|cause/;

test.for([
  [404, 'No workspace here.', ['404 Not Found', 'No workspace here.']],
  [401, 'Token expired.', ['401 Unauthorized', 'Token expired.', 'Enter credentials']],
  [403, 'Not yours.', ['403 Forbidden', 'Not yours.', 'Enter credentials']],
  [422, 'Too odd.', ['422 Unprocessable Content', 'Too odd.']],
  [500, 'Out of disk.', ['500 Internal Server Error', 'Out of disk.']],
  [418, 'Short and stout.', ["418 I'm a teapot", 'Short and stout.']],
] as const)(
  'the page shows the reason phrase and the message of a %s response only once',
  async ([status, detail, shown]) => {
    const error = await respondWith(status, JSON.stringify({ title: shown[0].slice(4), detail }));
    const text = await textFor(error);
    for (const part of shown) expect(text.split(part)).toHaveLength(2);
    expect(text).toContain(`GET ${baseUrl}/configuration/workspaces`);
    expect(text).not.toMatch(codeWords);
  },
);

test.for([
  ['a short text', 'text/plain', 'Ask Ann.', 'Ask Ann.'],
  ['a message', 'application/json', '{"message":"Ask Ben."}', 'Ask Ben.'],
] as const)(
  'the page shows %s in the response body as the message of the service',
  async ([, type, body, words]) => {
    expect(await textFor(await respondWith(409, body, type))).toContain(words);
  },
);

test.for([
  ['an HTML page', 'text/html', '<html><title>Proxy</title></html>'],
  ['a long text', 'text/plain', 'x'.repeat(1000)],
  ['no body', 'text/plain', null],
  ['numbers', 'application/json', '{"title":7,"detail":["no"]}'],
] as const)('the page shows only the status of an error response with %s', async ([, type, body]) => {
  const text = await textFor(await respondWith(400, body, type));
  expect(text).toBe(`The service responded with 400 Bad RequestGET ${baseUrl}/configuration/workspaces`);
});

test.for<readonly [string, Fetch, RegExp]>([
  ['no response', () => Promise.reject(new TypeError('Failed to fetch')), /cannot be reached.*CORS/],
  [
    'a body that is not JSON',
    () => Promise.resolve(new Response('<html></html>', { headers: { 'content-type': 'text/html' } })),
    /cannot be read.*200 OK.*HTML/s,
  ],
  [
    'a body of another shape',
    () => Promise.resolve(Response.json({ data: [{ id: 7 }] })),
    /does not match the interface.*data\[0\]\.id: expected .*, received number/s,
  ],
])('the page explains a failed request with %s in plain words', async ([, respond, words]) => {
  const text = await textFor(await errorFor(respond));
  expect(text).toMatch(words);
  expect(text).not.toMatch(codeWords);
});

test('after failed retries, the page shows the number of requests and the Retry-After delay', async () => {
  const facts = {
    operation: 'listWorkspaces',
    method: 'GET',
    url: baseUrl,
    attempts: 3,
    mayHaveBeenApplied: false,
  } as const;
  const error = new ApiError('x', facts, {
    status: 503,
    headers: new Headers(),
    body: undefined,
    retryAfterMs: 1500,
  });
  const text = await textFor(error);
  expect(text).toContain(`GET ${baseUrl}, after 3 requests`);
  expect(text).toContain('Retry after 2 s.');
});

test('the page shows an error for a component that fails to render, and “Try again” renders the component again', async () => {
  let isBroken = true;
  function Fragile() {
    if (isBroken) throw new TypeError('unexpected value');
    return <p>Works</p>;
  }
  await show(
    <>
      <p>Elsewhere</p>
      <ErrorBoundary>
        <Fragile />
      </ErrorBoundary>
    </>,
  );
  await expect.element(page.getByText('This part of the page failed')).toBeVisible();
  await expect.element(page.getByText('unexpected value')).toBeVisible();
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  isBroken = false;
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('Works')).toBeVisible();
});

test.for<readonly [text: string, commands: readonly string[]]>([
  ['Start it:\nnpx @mock-services/explorer http://a.test', ['npx @mock-services/explorer http://a.test']],
  [
    'Use a token, TOKEN=... npx @mock-services/explorer http://a.test/api, or with --header.',
    ['TOKEN=... npx @mock-services/explorer http://a.test/api'],
  ],
  [
    "Start it:\nCA=/path/to/ca.pem npx @mock-services/explorer 'https://a.test/?a=1&b' --port 80\nThen wait.",
    ["CA=/path/to/ca.pem npx @mock-services/explorer 'https://a.test/?a=1&b' --port 80"],
  ],
  [
    'Use a token, TOKEN=... npx @mock-services/explorer "http://a.test/api", or with --header.',
    ['TOKEN=... npx @mock-services/explorer "http://a.test/api"'],
  ],
  [
    'With npx @mock-services/fake-server --cors-origin http://a.test.',
    ['npx @mock-services/fake-server --cors-origin http://a.test'],
  ],
  ['npx @mock-services/explorer <service-url>', ['npx @mock-services/explorer <service-url>']],
  ['Is it running?', []],
])('the page shows the commands in advice as code: %s', async ([text, commands]) => {
  const { element } = await show(<Advice text={text} />);
  const codes = [...element.querySelectorAll('code')];
  expect(codes.map(({ textContent }) => textContent)).toEqual(commands);
  for (const code of codes) expect(getComputedStyle(code).fontFamily).toContain('mono');
  expect(page.getByRole('button', { name: 'Copy the command' }).elements()).toHaveLength(commands.length);
  for (const button of element.querySelectorAll('code ~ *')) button.remove();
  expect(element.textContent).toBe(text);
});

test('a command that the page suggests contains only printable ASCII characters', async () => {
  const { element, render } = await show(<Advice text="" />);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (before, after) => {
      await render(<Advice text={`${before}npx @mock-services/explorer ${before}${after}`} />);
      for (const { textContent } of element.querySelectorAll('code')) expect(textContent).toMatch(/^[ -~]*$/);
    }),
  );
});

test('the page marks invisible characters in the advice that it shows', async () => {
  const { element } = await show(<Advice text={'It redirects to http://a.test/\u{202e}x.'} />);
  expect(element.textContent).toBe('It redirects to http://a.test/[U+202E]x.');
});

test('the page shows a command in a message from the service as plain text', async () => {
  const detail = 'Run this:\nnpx @mock-services/explorer http://a.test';
  const { element } = await show(<Failure error={await respondWith(500, JSON.stringify({ detail }))} />);
  expect(element.textContent).toContain(detail);
  expect(element.querySelector('code')).toBeNull();
});
