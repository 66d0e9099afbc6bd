import * as root from '@mock-services/fake-server';
import * as conformance from '@mock-services/fake-server/conformance';
import * as core from '@mock-services/fake-server/core';
import * as serving from '@mock-services/fake-server/node';
import * as sdk from '@mock-services/sdk';
import * as contract from '@mock-services/sdk/contract';
import * as msw from 'msw/node';
import { exerciseCore, exerciseHandlers } from './exercise.ts';

await exerciseCore({ sdk, contract, core, conformance, serving });
await exerciseHandlers(sdk, root, msw);
