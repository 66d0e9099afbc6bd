import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Draft, emptyDraft } from '../../src/services/draft.ts';
import { ServiceForm } from '../../src/services/form.tsx';
import { show, violationsIn } from '../support/show.tsx';
import '../../src/services/services.css';

async function showForm(changes: Partial<Draft>) {
  const saved: Draft[] = [];
  const { element } = await show(
    <ServiceForm
      initial={{ ...emptyDraft, title: 'Orders', ...changes }}
      action="Create"
      busy={false}
      error={null}
      onSave={(draft) => saved.push(draft)}
    />,
  );
  return { element, saved };
}

const warnings = (element: Element) =>
  [...element.querySelectorAll('.field-warning')].map(({ textContent }) => textContent);

/** The descriptions that a screen reader reads after the name of a field. */
const descriptionOf = (field: Element) =>
  field.ariaDescribedByElements?.map(({ textContent }) => textContent) ?? [];

const fine: Partial<Draft> = {
  allowedOrigins: '*\nshop.example\nshop.example:8080\nhttps://shop.example\nhttp://[::1]:3000\nnull',
  allowedMethods: 'GET\nPOST\nM-SEARCH\n*',
  allowedHeaders: 'x-trace\nauthorization',
  headers: [{ name: 'x-mocked', value: 'true' }],
  upstreams: [{ name: 'a', url: 'https://a.example/base' }],
};

test('shows no warning for plausible values', async () => {
  const { element } = await showForm(fine);
  expect(warnings(element)).toEqual([]);
});

test.for<readonly [name: string, draft: Partial<Draft>, label: string, warning: string]>([
  ['no title', { title: ' ' }, 'Title', 'Without a title it is hard to find in the list.'],
  ['no type', { type: '' }, 'Type', 'There is no type; the interface uses REST.'],
  [
    'an origin with a path',
    { allowedOrigins: 'shop.example\nhttps://shop.example/cart' },
    'Allowed origins',
    '“https://shop.example/cart”: an origin ends after its host or port, without a path.',
  ],
  [
    'an origin with a slash at its end',
    { allowedOrigins: 'https://shop.example/' },
    'Allowed origins',
    '“https://shop.example/”: an origin ends after its host or port, without a path.',
  ],
  [
    'an origin without a host',
    { allowedOrigins: 'https://' },
    'Allowed origins',
    '“https://”: it has no host.',
  ],
  [
    'the same origin twice',
    { allowedOrigins: 'a.example\nb.example\nA.example' },
    'Allowed origins',
    '“A.example”: it is there twice.',
  ],
  [
    'a method with a space',
    { allowedMethods: 'GET POST' },
    'Allowed methods',
    '“GET POST”: only one fits on a line.',
  ],
  [
    'a method in small letters',
    { allowedMethods: 'get' },
    'Allowed methods',
    '“get”: methods are written in capitals.',
  ],
  [
    'a header with a colon',
    { allowedHeaders: 'x-trace:' },
    'Allowed headers',
    '“x-trace:”: it has characters that HTTP does not allow here.',
  ],
  [
    'a header without a name',
    { headers: [{ name: '', value: 'true' }] },
    'Name of header 1',
    'Without a name it is not saved.',
  ],
  [
    'a header twice, in another case',
    {
      headers: [
        { name: 'x-a', value: '1' },
        { name: 'X-A', value: '2' },
      ],
    },
    'Name of header 2',
    'This header is there twice.',
  ],
  [
    'an upstream without a name',
    { upstreams: [{ name: '', url: 'https://a.example' }] },
    'Name of upstream 1',
    'It has no name.',
  ],
  [
    'two upstreams of one name',
    {
      upstreams: [
        { name: 'a', url: 'https://a.example' },
        { name: 'a', url: 'https://b.example' },
      ],
    },
    'Name of upstream 2',
    'Another upstream has this name.',
  ],
  [
    'an upstream without an absolute URL',
    { upstreams: [{ name: 'a', url: '/base' }] },
    'URL of upstream 1',
    'This is not an absolute URL.',
  ],
])('warns beside the field about %s, and can be saved', async ([, draft, label, warning]) => {
  const { element, saved } = await showForm(draft);
  expect(warnings(element)).toEqual([warning]);
  expect(descriptionOf(page.getByLabelText(label, { exact: true }).element())).toContain(warning);
  await expect.element(page.getByText('One field looks odd. You can save all the same.')).toBeVisible();
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
