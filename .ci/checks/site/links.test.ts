import { expect, test } from 'vitest';
import { files, pages, read, resolve, targetsIn } from './built.ts';

const isElsewhere = (target: string): boolean => /^[a-z][a-z\d+.-]*:|^\/\//i.test(target);

const anchors = new Map(
  pages.map((page) => [page, new Set(Array.from(read(page).matchAll(/\sid="([^"]+)"/g), ([, id]) => id))]),
);

test('the site has its pages', () => {
  expect(pages.length).toBeGreaterThan(200);
  expect(pages).toEqual(
    expect.arrayContaining(['index.html', 'live.html', 'guide/start.html', 'faults.html', 'api/index.html']),
  );
});

test('each link leads to a file and an anchor of the site', () => {
  const broken = pages.flatMap((page) =>
    targetsIn(read(page))
      .filter((target) => !isElsewhere(target))
      .filter((target) => {
        const { path, anchor } = resolve(page, target);
        return !files.has(path) || (anchor !== '' && anchors.get(path)?.has(anchor) === false);
      })
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('no URL depends on where the site is', () => {
  const absolute = pages.filter((page) => targetsIn(read(page)).some((target) => target.startsWith('/')));
  expect(absolute.filter((page) => page !== '404.html')).toEqual([]);
});

test('nothing is loaded from elsewhere', () => {
  const loads = /<(?:script|link|img|iframe|source)\b[^>]*\s(?:src|href)="(?:https?:)?\/\/[^"]*"/g;
  expect(pages.flatMap((page) => read(page).match(loads) ?? [])).toEqual([]);
  const styles = [...files].filter((path) => path.endsWith('.css'));
  expect(styles.flatMap((path) => read(path).match(/url\(["']?(?:https?:)?\/\/[^)]*\)/g) ?? [])).toEqual([]);
});
