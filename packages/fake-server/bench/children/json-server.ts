/** json-server 0.17 over the same data, in memory. What it stores at a path is what it answers with there. */
import type { RequestListener } from 'node:http';
import { importPeer } from '../../../../tools/bench/peers.ts';
import { mockServices } from '../samples.ts';
import { listen } from './listen.ts';

type App = RequestListener & { readonly use: (...middleware: unknown[]) => void };

interface Library {
  readonly create: () => App;
  readonly router: (data: object) => unknown;
  readonly rewriter: (rules: Readonly<Record<string, string>>) => unknown;
}

const { default: library } = await importPeer<{ readonly default: Library }>('json-server');
const app = library.create();
app.use(
  library.rewriter({
    '/configuration/mock-services': '/services',
    '/configuration/mock-service/:id': '/services/:id',
    '/configuration/mock-service': '/services',
  }),
);
app.use(library.router({ services: mockServices(Number(process.argv[2])) }));
listen(app);
