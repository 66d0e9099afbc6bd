/** As `fake.ts`, with worlds by name. */
import { createFakeServer, createWorlds } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { mockServices } from '../samples.ts';

const seed = { mockServices: mockServices(Number(process.argv[2])) };
const { url } = await serve(createWorlds({ create: () => createFakeServer({ seed }) }));
process.stdout.write(`${url}\n`);
