import { join } from 'node:path';
import type { BenchPart } from '../../../tools/bench/bench.ts';
import { startServer, type Script } from '../../../tools/bench/child.ts';
import { compare, type Contender } from '../../../tools/bench/measure.ts';
import { installPeers } from '../../../tools/bench/peers.ts';
import { ours, requests } from './samples.ts';

const limit = 'a bare node:http script';
const at = (file: string) => join(import.meta.dirname, file);

/** JavaScript, so that Node need not take types out of it first. */
const bare = `
import { createServer } from 'node:http';

const bytes = Buffer.from('{"data":[]}');
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

export const start: BenchPart = {
  name: 'start',
  title: 'Start',
  about: 'From the start of the process to the last byte of its first answer.',
  run: async ({ quick, say }) => {
    const scripts = new Map<string, Script>([
      [limit, { execArgv: ['--input-type=module', '--eval'], file: bare }],
      [ours, { file: at('../dist/node/bin.js'), args: ['--port', '0', '--quiet'] }],
    ]);
    if (!quick) {
      await installPeers();
      scripts.set('getResponse of MSW 3 over a Map', { file: at('children/get-response.ts'), args: ['0'] });
      scripts.set('json-server 0.17', { file: at('children/json-server.ts'), args: ['0'] });
    }
    say(`${scripts.size} programs`);
    const measurement = await compare(
      {
        id: 'start',
        title: 'to the first 200',
        unit: 'ms',
        baseline: limit,
        better: 'less',
        reach: [{ contender: ours, of: 'ratio', most: 1.7 }],
      },
      Array.from(scripts, ([name, script]): Contender => ({ name, sample: () => firstAnswer(script) })),
      { rounds: quick ? 3 : 15, warmUp: quick ? 1 : 2 },
    );
    return { measurements: [measurement] };
  },
};

async function firstAnswer(script: Script): Promise<number> {
  const started = performance.now();
  const server = await startServer(script);
  const response = await fetch(server.url + requests.list.path);
  await response.text();
  const ms = performance.now() - started;
  if (response.status !== 200) throw new Error(`${script.file} answered ${response.status}`);
  await server.stop();
  return ms;
}
