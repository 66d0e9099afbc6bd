/** The same page without a fake server: its service is wherever `/api` leads. See ../vite.config.ts. */
import { createClient } from '@mock-services/sdk';
import { listMockServices } from './list.ts';

await listMockServices(createClient({ baseUrl: `${location.origin}/api`, maxRetries: 0 }));
