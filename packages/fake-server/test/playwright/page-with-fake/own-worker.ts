/** A page that starts MSW's worker without `startFake`. */
import { createFakeServer } from '@mock-services/fake-server';
import { setupWorker } from 'msw/browser';

const fake = createFakeServer({ baseUrl: `${location.origin}/api` });
await setupWorker(...fake.handlers).start({ quiet: true });
await fetch('/api/configuration/mock-services?key=secret');
document.querySelector('[role=status]')?.append('listed');
