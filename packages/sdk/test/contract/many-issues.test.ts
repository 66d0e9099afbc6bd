import { createClient, isValidationError, type WarningEvent } from '@mock-services/sdk';
import { fromHar, HarError, toHar } from '@mock-services/sdk/activity';
import { activityEntry, check, endpoints, mockServiceInput } from '@mock-services/sdk/contract';
import { describe, expect, test } from 'vitest';
import { anEntry, anInput, withField, workspaceId } from '../support/fixtures.ts';

const baseUrl = 'https://mocks.example.com';
/** More than a call can have arguments. */
const many = 130_000;
const wrongItems = Array.from({ length: many }, () => 7);
const wrongFields = Object.fromEntries(wrongItems.map((value, index) => [`x-${index}`, value]));

const answering = (body: unknown) => {
  const text = JSON.stringify(body);
  return () => Promise.resolve(new Response(text));
};
const errorOf = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => error);

describe('a value with very many issues has a hundred of them listed, and the rest counted', () => {
  test.each([
    ['a list', endpoints.listActivity.result, { data: wrongItems }, '/data/0'],
    [
      'fields of an object',
      activityEntry,
      withField(anEntry(), ['request', 'headers'], wrongFields),
      '/request/headers/x-0',
    ],
    [
      'a list inside an object',
      mockServiceInput,
      withField(anInput(), ['config', 'upstreams'], wrongItems),
      '/config/upstreams/0',
    ],
    [
      'fields of an object in a list',
      endpoints.listActivity.result,
      { data: [anEntry(), withField(anEntry(), ['response', 'headers'], wrongFields)] },
      '/data/1/response/headers/x-0',
    ],
  ])('%s', (_, schema, value, first) => {
    const issues = check(schema, value);
    expect(issues).toHaveLength(101);
    expect(issues[0]?.pointer).toBe(first);
    expect(issues[100]).toEqual({
      path: '',
      pointer: '',
      expected: 'no more than 100 issues',
      received: '129900 more',
      more: many - 100,
    });
  });

  test('and a hundred issues are listed without a count', () => {
    const issues = check(endpoints.listActivity.result, { data: wrongItems.slice(0, 100) });
    expect(issues).toHaveLength(100);
    expect(issues.some(({ more }) => more !== undefined)).toBe(false);
  });
});

describe('a response with very many issues', () => {
  test('is a ValidationError, whose message counts them', async () => {
    const client = createClient({ baseUrl, fetch: answering({ data: wrongItems }) });
    const error = await errorOf(() => client.activity.list(workspaceId));
    expect(error).toMatchObject({ name: 'ValidationError', side: 'response' });
    expect(isValidationError(error) && error.issues).toHaveLength(101);
    expect(String(error)).toMatch(/data\[9\]: expected object, received number\n {2}and 129990 more$/);
  });

  test('is the data in warn mode, with one warning for each place', async () => {
    const warnings: WarningEvent[] = [];
    const client = createClient({
      baseUrl,
      validation: 'warn',
      onWarning: (event) => warnings.push(event),
      fetch: answering({ data: wrongItems }),
    });
    await expect(client.activity.list(workspaceId)).resolves.toHaveLength(many);
    expect(warnings.map(({ path }) => path)).toEqual(['data[0]', '']);
  });
});

test('warn mode remembers a bounded number of places', async () => {
  let count = 0;
  let responses = 0;
  const fetch = () => {
    responses += 1;
    const headers = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`x-${responses}-${index}`, 7]),
    );
    return Promise.resolve(Response.json({ data: [withField(anEntry(), ['request', 'headers'], headers)] }));
  };
  const client = createClient({ baseUrl, validation: 'warn', onWarning: () => (count += 1), fetch });
  for (let call = 0; call < 10; call += 1) await client.activity.list(workspaceId);
  expect(count).toBe(1000);
  // No place is remembered any more, so the same ones are reported each time.
  for (let call = 0; call < 2; call += 1) {
    responses = 20;
    await client.activity.list(workspaceId);
  }
  expect(count).toBe(1200);
});

test('an input with very many issues is a ValidationError', async () => {
  const input = withField(anInput(), ['config', 'upstreams'], wrongItems) as ReturnType<typeof anInput>;
  const error = await errorOf(() => createClient({ baseUrl }).mockServices.create(input));
  expect(error).toMatchObject({ name: 'ValidationError', side: 'request', attempts: 0 });
  expect(isValidationError(error) && error.issues[0]).toMatchObject({ path: 'config.upstreams[0]' });
});

describe('a HAR with very many issues is a HarError', () => {
  test('whether its entries are none', async () => {
    const error = await errorOf(() => fromHar({ log: { entries: wrongItems } }));
    expect(error).toBeInstanceOf(HarError);
    expect(error).toMatchObject({ path: 'log.entries[0]' });
    expect(String(error)).toContain('\n  and 129990 more');
  });

  test('or a request has very many parameters, in fields that may be left out', async () => {
    const [entry] = toHar([anEntry()]).log.entries;
    const entries = [{ ...entry, request: { ...entry?.request, postData: { params: wrongItems } } }];
    const error = await errorOf(() => fromHar({ log: { entries } }));
    expect(error).toBeInstanceOf(HarError);
    expect(error).toMatchObject({ path: 'log.entries[0].request.postData.params[0]' });
    expect((error as HarError).issues[100]).toMatchObject({ more: many - 100 });
  });

  test('or their bodies are not Base64', async () => {
    const [entry] = toHar([anEntry()]).log.entries;
    const broken = withField(entry, ['response', 'content'], { text: '%', encoding: 'base64' });
    const error = await errorOf(() =>
      fromHar({ log: { entries: Array.from({ length: 150 }, () => broken) } }),
    );
    expect(error).toBeInstanceOf(HarError);
    expect((error as HarError).issues).toHaveLength(101);
    expect((error as HarError).issues[100]).toMatchObject({ more: 50 });
  });
});
