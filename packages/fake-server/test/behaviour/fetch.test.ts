import { createFakeServer } from '@mock-services/fake-server/core';
import { behaviourSuite } from './suite.ts';

behaviourSuite('fake.fetch', (options) => ({ ...createFakeServer(options), close: () => {} }));
