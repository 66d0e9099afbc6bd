import type { BrowserContext, Request, Response, Route } from '@playwright/test';
import { endpointUrls } from '../core/http/base-url.ts';

export interface Strays {
  /** Watch a context before adding the fake server's routes, because Playwright calls later routes first. */
  readonly watch: (context: BrowserContext) => Promise<void>;
  readonly lines: () => readonly string[];
}

export function createStrays(): Strays {
  const endpoint = endpointUrls();
  const toNetwork = new Set<string>();
  const byWorker = new Set<string>();
  /** Requests that the application's service worker forwarded instead of answering them. */
  const passedOn = new Set<string>();
  const notePassedOn = (request: Request): void => {
    if (request.serviceWorker() !== null) passedOn.add(lineOf(request));
  };
  /** Playwright calls this route only if neither a service worker nor a route of the test has answered. */
  const noteUnanswered = (route: Route, request: Request): Promise<void> => {
    // Ignore CORS preflights, which browsers send before some requests to another origin.
    if (isApiRequest(request) && request.method() !== 'OPTIONS') toNetwork.add(lineOf(request));
    return route.fallback();
  };
  const noteWorker = (response: Response): void => {
    if (!response.fromServiceWorker()) return;
    const request = response.request();
    if (isApiRequest(request) && endpoint.test(request.url())) byWorker.add(lineOf(request));
  };
  return {
    watch: async (context) => {
      context.on('request', notePassedOn);
      context.on('response', noteWorker);
      await context.route(endpoint, noteUnanswered);
    },
    lines: () => [
      ...[...toNetwork].map((line) => `${line}: sent to the network, because its base URL is another one`),
      ...[...byWorker]
        .filter((line) => !passedOn.has(line))
        .map((line) => `${line}: answered by a service worker of the page`),
    ],
  };
}

const apiTypes: ReadonlySet<string> = new Set(['fetch', 'xhr', 'eventsource', 'ping', 'other']);

/** Documents, frames and files must come from the application, even if they have the path of an endpoint. */
export function isApiRequest(request: Request): boolean {
  return apiTypes.has(request.resourceType());
}

/** Omits the query, which may contain credentials. */
export function lineOf(request: Request): string {
  const { origin, pathname } = new URL(request.url());
  return `  ${request.method()} ${origin}${pathname}`;
}
