/** The part of OpenAPI 3.1 that the document uses. */
import type * as z from 'zod/mini';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A pointer to a named component. */
export interface Reference {
  readonly $ref: string;
}

/** One representation of a body. */
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
  /** Ids of the entries in the register of open points that concern this operation. */
  readonly 'x-open-points'?: readonly string[];
}

export type PathItem = Readonly<Record<string, OperationObject>>;

/** An entry of the register of open points, as the document lists it. */
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
  /** Empty: how calls are authenticated is an open point. */
  readonly security: readonly [];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
  readonly 'x-open-points': readonly OpenPointObject[];
}
