import { readFile } from 'node:fs/promises';
import { createClient } from '@mock-services/sdk';
import { Agent, fetch } from 'undici';

const dispatcher = new Agent({
  connect: {
    cert: await readFile('client.crt'),
    key: await readFile('client.key'),
    ca: await readFile('ca.crt'), // only if a private authority signed the certificate of the service
  },
});

const client = createClient({
  baseUrl: process.env['MOCKS_URL'] ?? 'https://mocks.example.com/api',
  fetch: (url, init) => fetch(url, { ...init, dispatcher }),
});

for (const { id, name } of await client.workspaces.list()) console.log(id, name);
