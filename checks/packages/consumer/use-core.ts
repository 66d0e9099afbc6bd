import * as conformance from '@mock-services/conformance';
import * as core from '@mock-services/fake-server/core';
import * as serving from '@mock-services/fake-server/node';
import * as sdk from '@mock-services/sdk';
import * as contract from '@mock-services/sdk/contract';
import { exerciseCore } from './exercise.ts';

await exerciseCore({ sdk, contract, core, conformance, serving });
