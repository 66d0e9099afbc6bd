/** The program with `--explore`: what it does with the explorer beside it, and without. The page itself is the explorer's to test. */
import { afterEach, expect, test, vi } from 'vitest';
import { runHere, serveHere } from './program.ts';

const explorer = '@mock-services/explorer';
afterEach(() => {
  vi.doUnmock(explorer);
});

/** @param serveExplorer - Stands for the function of that name. */
function withExplorer(serveExplorer: (options: { readonly service: string }) => unknown): void {
  vi.doMock(explorer, () => ({ serveExplorer }));
}

test('names the page, gives it the service, and closes it at the end', async () => {
  const close = vi.fn(() => Promise.resolve());
  const start = vi.fn(() => Promise.resolve({ url: 'http://127.0.0.1:1/', close }));
  withExplorer(start);
  const { url, greeting, stop } = await serveHere('--port', '0', '--explore');
  expect(greeting).toContain('Explorer at http://127.0.0.1:1/');
  expect(start.mock.calls).toEqual([[{ service: url }]]);
  expect(close).not.toHaveBeenCalled();
  expect(await stop()).toMatchObject({ code: 0 });
  expect(close).toHaveBeenCalledOnce();
});

test('says how to install the explorer where it is not', async () => {
  vi.doMock(explorer, () => ({
    get serveExplorer(): never {
      throw Object.assign(new Error('no such module'), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  }));
  const { code, stdout, stderr } = await runHere('--port', '0', '--explore');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(
    '--explore needs the package @mock-services/explorer, which is not installed here.',
  );
  expect(stderr).toContain('npm install --save-dev @mock-services/explorer');
});

test('closes the server when the explorer cannot start', async () => {
  let service = '';
  withExplorer((options) => {
    ({ service } = options);
    throw new Error('no page');
  });
  const { code, stderr } = await runHere('--port', '0', '--explore');
  expect([code, stderr]).toEqual([4, 'The explorer cannot start: no page\n']);
  await expect(fetch(service)).rejects.toThrow(TypeError);
});
