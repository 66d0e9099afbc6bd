import type * as z from 'zod/mini';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A reference to a named component. */
export interface Reference {
  readonly $ref: string;
}

/** A media type with its schema and an example. */
export interface MediaType {
  readonly schema: Reference;
  readonly example: unknown;
}

export type Content = Readonly<Record<'application/json', MediaType>>;

export interface PathParameterObject {
  readonly name: string;
  readonly in: 'path';
  readonly required: true;
  readonly description: string;
  readonly schema: Reference;
  readonly example: string;
}

interface RequestBodyObject {
  readonly required: true;
  readonly content: Content;
}

export interface ResponseObject {
  readonly description: string;
  readonly content?: Content;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly PathParameterObject[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>;
  /** Ids of the open points that affect the operation. */
  readonly 'x-open-points'?: readonly string[];
}

export type PathItem = Readonly<Record<string, OperationObject>>;

/** An open point in the document. */
interface OpenPointObject {
  readonly id: string;
  readonly section: string;
  readonly question: string;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly {
    readonly url: string;
    readonly description: string;
    readonly variables: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
  }[];
  /** The list is always empty, because the interface does not specify how requests are authenticated. */
  readonly security: readonly [];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
  readonly 'x-open-points': readonly OpenPointObject[];
}
