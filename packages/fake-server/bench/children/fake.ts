import { createFakeServer } from '@mock-services/fake-server/core';
import { serve } from '@mock-services/fake-server/node';
import { mockServices } from '../samples.ts';

const seed = { mockServices: mockServices(Number(process.argv[2])) };
const { url } = await serve(createFakeServer({ seed }));
process.stdout.write(`${url}\n`);
