/** The least that a server can do: bytes that are ready, whatever was asked. */
import { mockServices, requests, summaryOf } from '../samples.ts';
import { listen } from './listen.ts';

const services = mockServices(Number(process.argv[2]));
const one = Buffer.from(JSON.stringify({ data: services[7] }));
const list = Buffer.from(JSON.stringify({ data: services.map(summaryOf) }));
const created = Buffer.from(JSON.stringify({ id: services[7]?.id }));

listen((request, response) => {
  const bytes = request.method === 'POST' ? created : request.url === requests.list.path ? list : one;
  const send = () => {
    response.writeHead(request.method === 'POST' ? 201 : 200, {
      'content-type': 'application/json',
      'content-length': bytes.length,
    });
    response.end(bytes);
  };
  if (request.method === 'POST') request.resume().on('end', send);
  else send();
});
