import * as root from '@mock-services/fake-server';
import * as sdk from '@mock-services/sdk';
import * as msw from 'msw/node';
import { exerciseHandlers } from './exercise.ts';

await exerciseHandlers(sdk, root, msw);
