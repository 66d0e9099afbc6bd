/** Writes docs/openapi.json from the contract: `npm run openapi`. A test fails when the file is out of date. */
import { writeFileSync } from 'node:fs';
import { createOpenApiDocument, serializeDocument } from './openapi/document.ts';

writeFileSync(new URL('../docs/openapi.json', import.meta.url), serializeDocument(createOpenApiDocument()));
