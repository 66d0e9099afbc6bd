/** The contract as an OpenAPI 3.1 document. Used when the project is built; no part of the package. */
export { createOpenApiDocument, serializeDocument } from './document.ts';
