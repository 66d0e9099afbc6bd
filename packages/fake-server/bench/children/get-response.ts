/** Handlers over a Map on a port, through `getResponse` of MSW and a thin adapter. */
import { getResponse } from 'msw';
import { text } from 'node:stream/consumers';
import { handlersOver, mapStore } from '../map-handlers.ts';
import { listen } from './listen.ts';

const baseUrl = 'http://mocked.example';
const handlers = handlersOver(mapStore(Number(process.argv[2])), baseUrl);

listen((incoming, outgoing) => {
  void (async () => {
    const { method = 'GET', url = '' } = incoming;
    const init = method === 'GET' ? { method } : { method, body: await text(incoming) };
    const response = await getResponse(handlers, new Request(baseUrl + url, init));
    const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
    outgoing.writeHead(response?.status ?? 404, {
      'content-type': 'application/json',
      'content-length': bytes.length,
    });
    outgoing.end(bytes);
  })();
});
