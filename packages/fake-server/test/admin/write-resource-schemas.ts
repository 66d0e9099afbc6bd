/** Writes the schemas that the admin endpoints serve: `npm run schemas`. A test fails while the file is stale. */
import { writeFileSync } from 'node:fs';
import { resourceSchemas } from './resource-schemas.ts';

const target = new URL('../../src/core/server/admin/resource-schemas.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(resourceSchemas(), null, 2)}\n`);
