'use client';
import { useEffect, useState, type ReactNode } from 'react';

/** Renders its children when the fake server is ready. Earlier requests would reach the network. */
export function WithFake({ isOn, children }: { readonly isOn: boolean; readonly children: ReactNode }) {
  const [isReady, setIsReady] = useState(!isOn);
  useEffect(() => {
    if (!isReady) void startFakeOnce().then(() => setIsReady(true));
  }, [isReady]);
  return isReady ? children : null;
}

let started: Promise<unknown> | undefined;

/** Starts the fake server once, because React may run an effect twice. */
function startFakeOnce(): Promise<unknown> {
  started ??= startWithSampleData();
  return started;
}

async function startWithSampleData(): Promise<unknown> {
  const { startFake } = await import('@mock-services/fake-server/browser');
  const { demoSeed } = await import('@mock-services/fake-server/core');
  return startFake({ baseUrl: `${location.origin}/api`, seed: demoSeed() });
}
