/** Replaces the entry point `browser` in Node, where `msw/browser` cannot be resolved. */
import type { StartedFake } from './start-fake.ts';

const needPage = (name: string, instead: string): Promise<never> => {
  const message = `${name} needs a page, but this code runs on a server (the "node" condition). Call it only in code that runs in the browser, such as an effect.${instead}`;
  return Promise.reject(new Error(message));
};

export function startFake(): Promise<StartedFake> {
  return needPage(
    'startFake',
    " On the server, use fake.fetch, MSW's setupServer(...fake.handlers) or serve().",
  );
}

export function showPanel(): Promise<() => void> {
  return needPage('showPanel', '');
}
