import { fileURLToPath } from 'node:url';

/** Folder of the built page, from the sources and from what is built of them. */
export const builtPage = fileURLToPath(new URL('../dist/page/', import.meta.url));
