'use client';
/**
 * With Next and its App Router: a fake in the page, behind MSW's service worker. Once, run `npx msw init public`. Start Next
 * with FAKE=1; without it, the page calls the real service, and none of the fake is loaded.
 */
import { useEffect, useState, type ReactNode } from 'react';

/** Shows what is in it as soon as the fake responds: until then, requests would reach the network. */
export function WithFake({ isOn, children }: { readonly isOn: boolean; readonly children: ReactNode }) {
  const [isReady, setIsReady] = useState(!isOn);
  useEffect(() => {
    if (!isReady) void startFakeOnce().then(() => setIsReady(true));
  }, [isReady]);
  return isReady ? children : null;
}

let started: Promise<unknown> | undefined;

/** React may run an effect twice; a page has one worker. */
function startFakeOnce(): Promise<unknown> {
  started ??= startWithSampleData();
  return started;
}

async function startWithSampleData(): Promise<unknown> {
  const { startFake } = await import('@mock-services/fake-server/browser');
  const { demoSeed } = await import('@mock-services/fake-server/demo');
  return startFake({ baseUrl: `${location.origin}/api`, seed: demoSeed() });
}
