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

/** Returns the accessible description of a field. */
const descriptionOf = (field: Element) =>
  field.ariaDescribedByElements?.map(({ textContent }) => textContent) ?? [];

const fine: Partial<Draft> = {
  allowedOrigins: '*\nshop.example\nshop.example:8080\nhttps://shop.example\nhttp://[::1]:3000\nnull',
  allowedMethods: 'GET\nHEAD\nPOST\nPUT\nPATCH\nDELETE\nOPTIONS\n*',
  allowedHeaders: 'x-trace\nauthorization',
  headers: [{ name: 'x-mocked', value: 'true' }],
  upstreams: [{ name: 'a', url: 'https://a.example/base' }],
};

test('the form for a mock service shows no warning for plausible field values', async () => {
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
  ['Title', 'A mock service without a title is hard to find in the list.', { title: ' ' }],
  ['Type', 'The type is empty. The usual type is REST.', { type: '' }],
  [
    'Allowed origins',
    '“https://a.example/x”: an origin has no path, query or fragment.',
    { allowedOrigins: 'shop.example\nhttps://a.example/x' },
  ],
  [
    'Allowed origins',
    '“https://a.example/”: an origin has no path, query or fragment.',
    { allowedOrigins: 'https://a.example/' },
  ],
  ['Allowed origins', '“https://”: the origin has no host.', { allowedOrigins: 'https://' }],
  [
    'Allowed origins',
    '“A.example”: this line is a duplicate.',
    { allowedOrigins: 'a.example\nb.example\nA.example' },
  ],
  ['Allowed methods', '“GET POST”: write each value on its own line.', { allowedMethods: 'GET POST' }],
  ['Allowed methods', '“GTE”: this is not a standard HTTP method.', { allowedMethods: 'GET\nGTE' }],
  ['Allowed methods', '“get”: HTTP methods are uppercase.', { allowedMethods: 'get' }],
  [
    'Allowed headers',
    '“x-trace:”: this name contains characters that HTTP does not allow.',
    { allowedHeaders: 'x-trace:' },
  ],
  ['Name of header 1', 'A header without a name is not saved.', headers('')],
  ['Name of header 2', 'Another header has this name.', headers('x-a', 'X-A')],
  ['Name of upstream 1', 'The upstream has no name.', upstreams(['', 'https://a.example'])],
  [
    'Name of upstream 2',
    'Another upstream has this name.',
    upstreams(['a', 'https://a.example'], ['a', 'https://b.example']),
  ],
  ['URL of upstream 1', 'This is not an absolute URL.', upstreams(['a', '/base'])],
])(
  'the form shows a warning next to the field “%s”, but the user can save the form: %s',
  async ([label, warning, draft]) => {
    const { element, saved } = await showForm(draft);
    expect(warnings(element)).toEqual([warning]);
    expect(descriptionOf(page.getByLabelText(label, { exact: true }).element())).toContain(warning);
    await expect.element(page.getByText('1 field has a warning, but can be saved.')).toBeVisible();
    expect(await violationsIn(element)).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Create' }));
    expect(saved).toHaveLength(1);
  },
);

test('the form updates a warning while the user types', async () => {
  const { element } = await showForm(fine);
  const origins = page.getByLabelText('Allowed origins');
  await userEvent.fill(origins, 'https://a.example/x');
  expect(warnings(element)).toHaveLength(1);
  await userEvent.fill(origins, 'https://a.example');
  expect(warnings(element)).toEqual([]);
});

/** Returns the error from saving a draft. The error comes from the SDK, or from a service that responds with `errors`. */
async function errorOf(draft: Partial<Draft>, errors?: readonly object[]): Promise<unknown> {
  const client = createClient({
    baseUrl: 'https://mocks.example/api',
    fetch: () => Promise.resolve(Response.json({ errors }, { status: 422 })),
  });
  return client.mockServices.create(inputOf({ ...emptyDraft, ...draft })).catch((error: unknown) => error);
}

test.for<readonly [string, Partial<Draft>, readonly object[] | undefined]>([
  ['Not saved: 1 field is invalid.', upstreams(['a', '/base']), undefined],
  [
    'Not saved: 1 field is invalid, and 2 other fields have a warning.',
    { ...upstreams(['a', '/base']), allowedMethods: 'get', allowedOrigins: 'a b' },
    undefined,
  ],
  [
    'Not saved: 2 fields are invalid, and 1 other field has a warning.',
    { ...upstreams(['a', '/base'], ['b', '/base']), type: '' },
    undefined,
  ],
  [
    'Not saved: 1 field is invalid.',
    {},
    [
      { pointer: '/config/cors/allowedOrigins/0', detail: 'is too long' },
      { pointer: '/config/cors/allowedOrigins/3', detail: 'is too long' },
    ],
  ],
])('the form counts the fields with errors and warnings: %s', async ([sentence, draft, errors]) => {
  const error = await errorOf(draft, errors);
  const { element } = await showForm(draft, error);
  await expect.element(page.getByRole('alert').getByText(sentence, { exact: true })).toBeVisible();
  expect(element.textContent.match(/looks? odd/g) ?? []).toHaveLength(/odd/.test(sentence) ? 1 : 0);
});
