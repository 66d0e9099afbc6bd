const root = require('@mock-services/fake-server');
const sdk = require('@mock-services/sdk');
const msw = require('msw/node');

void import('./exercise.ts').then(({ exerciseHandlers }) => exerciseHandlers(sdk, root, msw));
