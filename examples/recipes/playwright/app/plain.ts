/** The same page without a fake server. It calls the service behind `/api`, which ../vite.config.ts sets. */
import { createClient } from '@mock-services/sdk';
import { listMockServices } from './list.ts';

await listMockServices(createClient({ baseUrl: `${location.origin}/api`, maxRetries: 0 }));
