import { createClient } from '@mock-services/sdk';

export const client = createClient({ baseUrl: process.env.SERVICE });
