import { createClient } from '@mock-services/sdk';
import { describe, expect, test } from 'vitest';

/*
 * Work that grows with the square of the length would exceed the test's timeout by far.
 */
const length = 1_000_000;
const units = ['/', 'a/', '@', '?', '#', '\n', ' ', '%2f', '..', ':'];

describe('a base URL of any length is read in linear time', () => {
  test.each(units)('with %j at its end', (unit) => {
    const many = unit.repeat(length / unit.length);
    for (const baseUrl of [`https://mocks.example.com/${many}`, `https://mocks.example.com/${many}x`]) {
      expect(createClient({ baseUrl })).toHaveProperty('mockServices');
    }
    expect(() => createClient({ baseUrl: `x${many}` })).toThrow(TypeError);
  });

  test('and slashes at its end are left out', async () => {
    const urls: string[] = [];
    const fetch = ({ url }: Request) => {
      urls.push(url);
      return Promise.resolve(Response.json({ data: [] }));
    };
    await createClient({
      baseUrl: `https://mocks.example.com/a//b${'/'.repeat(9)}`,
      fetch,
    }).workspaces.list();
    await createClient({ baseUrl: 'https://mocks.example.com////', fetch }).workspaces.list();
    expect(urls).toEqual([
      'https://mocks.example.com/a//b/configuration/workspaces',
      'https://mocks.example.com/configuration/workspaces',
    ]);
  });
});
