import { createClient } from '@mock-services/sdk';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Draft, emptyDraft, inputOf } from '../../src/mock-services/draft.ts';
import { MockServiceForm } from '../../src/mock-services/mock-service-form.tsx';
import { show, violationsIn } from '../support/show.tsx';

async function showForm(changes: Partial<Draft>, error: unknown = null) {
  const saved: Draft[] = [];
  const { element } = await show(
    <MockServiceForm
      initial={{ ...emptyDraft, title: 'Orders', ...changes }}
      action="Create"
      busy={false}
      error={error}
      onSave={(draft) => saved.push(draft)}
    />,
  );
  return { element, saved };
}

const warnings = (element: Element) =>
  [...element.querySelectorAll('[id$=warning]')].map(({ textContent }) => textContent);

/** The descriptions that a screen reader reads after the name of a field. */
const descriptionOf = (field: Element) =>
  field.ariaDescribedByElements?.map(({ textContent }) => textContent) ?? [];

const fine: Partial<Draft> = {
  allowedOrigins: '*\nshop.example\nshop.example:8080\nhttps://shop.example\nhttp://[::1]:3000\nnull',
  allowedMethods: 'GET\nHEAD\nPOST\nPUT\nPATCH\nDELETE\nOPTIONS\n*',
  allowedHeaders: 'x-trace\nauthorization',
  headers: [{ name: 'x-mocked', value: 'true' }],
  upstreams: [{ name: 'a', url: 'https://a.example/base' }],
};

test('shows no warning for plausible values', async () => {
  const { element } = await showForm(fine);
  expect(warnings(element)).toEqual([]);
});

const headers = (...names: readonly string[]) => ({
  headers: names.map((name) => ({ name, value: 'true' })),
});
const upstreams = (...pairs: readonly (readonly [name: string, url: string])[]) => ({
  upstreams: pairs.map(([name, url]) => ({ name, url })),
});

test.for<readonly [label: string, warning: string, draft: Partial<Draft>]>([
  ['Title', 'Without a title it is hard to find in the list.', { title: ' ' }],
  ['Type', 'There is no type; the interface uses REST.', { type: '' }],
  [
    'Allowed origins',
    '“https://a.example/x”: an origin ends after its host or port, without a path.',
    { allowedOrigins: 'shop.example\nhttps://a.example/x' },
  ],
  [
    'Allowed origins',
    '“https://a.example/”: an origin ends after its host or port, without a path.',
    { allowedOrigins: 'https://a.example/' },
  ],
  ['Allowed origins', '“https://”: it has no host.', { allowedOrigins: 'https://' }],
  [
    'Allowed origins',
    '“A.example”: it is there twice.',
    { allowedOrigins: 'a.example\nb.example\nA.example' },
  ],
  ['Allowed methods', '“GET POST”: only one fits on a line.', { allowedMethods: 'GET POST' }],
  ['Allowed methods', '“GTE”: it is not a standard HTTP method.', { allowedMethods: 'GET\nGTE' }],
  ['Allowed methods', '“get”: methods are written in capitals.', { allowedMethods: 'get' }],
  [
    'Allowed headers',
    '“x-trace:”: it has characters that HTTP does not allow here.',
    { allowedHeaders: 'x-trace:' },
  ],
  ['Name of header 1', 'Without a name it is not saved.', headers('')],
  ['Name of header 2', 'This header is there twice.', headers('x-a', 'X-A')],
  ['Name of upstream 1', 'It has no name.', upstreams(['', 'https://a.example'])],
  [
    'Name of upstream 2',
    'Another upstream has this name.',
    upstreams(['a', 'https://a.example'], ['a', 'https://b.example']),
  ],
  ['URL of upstream 1', 'This is not an absolute URL.', upstreams(['a', '/base'])],
])('warns beside “%s”, and can be saved: %s', async ([label, warning, draft]) => {
  const { element, saved } = await showForm(draft);
  expect(warnings(element)).toEqual([warning]);
  expect(descriptionOf(page.getByLabelText(label, { exact: true }).element())).toContain(warning);
  await expect.element(page.getByText('1 field looks odd, but can be saved.')).toBeVisible();
  expect(await violationsIn(element)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Create' }));
  expect(saved).toHaveLength(1);
});

test('updates a warning while the user types', async () => {
  const { element } = await showForm(fine);
  const origins = page.getByLabelText('Allowed origins');
  await userEvent.fill(origins, 'https://a.example/x');
  expect(warnings(element)).toHaveLength(1);
  await userEvent.fill(origins, 'https://a.example');
  expect(warnings(element)).toEqual([]);
});

/** Why a draft cannot be saved, by the check of the SDK or by the service, which responds with the given errors. */
async function errorOf(draft: Partial<Draft>, errors?: readonly object[]): Promise<unknown> {
  const client = createClient({
    baseUrl: 'https://mocks.example/api',
    fetch: () => Promise.resolve(Response.json({ errors }, { status: 422 })),
  });
  return client.mockServices.create(inputOf({ ...emptyDraft, ...draft })).catch((error: unknown) => error);
}

test.for<readonly [string, Partial<Draft>, readonly object[] | undefined]>([
  ['Not saved: 1 field is wrong.', upstreams(['a', '/base']), undefined],
  [
    'Not saved: 1 field is wrong, and 2 others look odd but can be saved.',
    { ...upstreams(['a', '/base']), allowedMethods: 'get', allowedOrigins: 'a b' },
    undefined,
  ],
  [
    'Not saved: 2 fields are wrong, and 1 other looks odd but can be saved.',
    { ...upstreams(['a', '/base'], ['b', '/base']), type: '' },
    undefined,
  ],
  [
    'Not saved: 1 field is wrong.',
    {},
    [
      { pointer: '/config/cors/allowedOrigins/0', detail: 'is too long' },
      { pointer: '/config/cors/allowedOrigins/3', detail: 'is too long' },
    ],
  ],
])('counts wrong and odd fields in one sentence: %s', async ([sentence, draft, errors]) => {
  const error = await errorOf(draft, errors);
  const { element } = await showForm(draft, error);
  await expect.element(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible();
  expect(element.textContent.match(/looks? odd/g) ?? []).toHaveLength(/odd/.test(sentence) ? 1 : 0);
});
