/** Writes docs/openapi.json from the contract: `npm run openapi`. A test fails while the file is stale. */
import { writeFileSync } from 'node:fs';
import { createOpenApiDocument, serializeDocument } from './openapi/index.ts';

writeFileSync(new URL('../docs/openapi.json', import.meta.url), serializeDocument(createOpenApiDocument()));
