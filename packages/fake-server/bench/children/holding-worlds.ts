/** Prints the bytes that so many worlds take, each of which has responded to one request. */
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import { heapUsed } from '../../../../tools/bench/measure.ts';
import { mockServices, requests } from '../samples.ts';

const count = Number(process.argv[2]);
const seed = { mockServices: mockServices(1000) };
const worlds = createWorlds({ create: () => createFakeServer({ seed }), max: Number.POSITIVE_INFINITY });
const first = (name: string) =>
  worlds.handle({ ...requests.one, path: `/worlds/${name}${requests.one.path}` });

for (let i = 0; i < 1000; i += 1) first(`before-${i}`);
const before = heapUsed();
for (let i = 0; i < count; i += 1) first(`w${i}`);
process.stdout.write(JSON.stringify({ held: heapUsed() - before }));
// What is measured is held until here.
first('after');
