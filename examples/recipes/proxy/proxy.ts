import { createClient } from '@mock-services/sdk';
import { fetch, ProxyAgent } from 'undici';

const dispatcher = new ProxyAgent(process.env['MOCKS_PROXY'] ?? 'http://proxy.example.com:8080');

const client = createClient({
  baseUrl: process.env['MOCKS_URL'] ?? 'https://mocks.example.com/api',
  fetch: (url, init) => fetch(url, { ...init, dispatcher }),
});

for (const { id, name } of await client.workspaces.list()) console.log(id, name);
