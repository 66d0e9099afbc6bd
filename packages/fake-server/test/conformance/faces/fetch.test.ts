import { createFakeServer } from '@mock-services/fake-server/core';
import { conformanceSuite } from './suite.ts';

conformanceSuite('fake.fetch', () => ({ ...createFakeServer(), close: () => {} }));
