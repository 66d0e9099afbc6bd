import type { BrowserContext, Request, Route } from '@playwright/test';
import { findRoute } from '../core/engine/router.ts';
import { parseBaseUrl, ownUrls } from '../core/http/base-url.ts';
import { decodeBody } from '../core/http/body-encoding.ts';
import { openDoor, type Arrival, type Outcome } from '../core/door/door.ts';
import { allPages } from '../core/door/pages.ts';
import { Problem } from '../core/http/problem.ts';
import type { FakeServer } from '../core/index.ts';
import { varyOf } from '../core/internals.ts';
import { bodyLimitOf } from '../core/checks/options.ts';
import { Release } from '../core/time/release.ts';
import { createAnnouncer } from './announce.ts';
import { createStrays, isApiRequest, lineOf } from './strays.ts';

export interface RouteOptions {
  readonly maxBodyBytes?: number | undefined;
  readonly onUnhandled?: 'bypass' | 'error' | undefined;
  /** Origin from which the application loads its own files. */
  readonly pageOrigin: string | undefined;
}

export interface Routes {
  readonly route: (context: BrowserContext) => Promise<void>;
  readonly unhandled: readonly string[];
  /** Describes each request to an endpoint path that the fake server did not answer. */
  readonly strays: () => readonly string[];
  /** Reasons why the scenarios in page URLs could not be applied. */
  readonly brokenLinks: ReadonlySet<string>;
  /** Ends pending requests, such as requests that a fault with `hang` holds. */
  readonly end: () => void;
}

export function createRoutes(
  fake: Pick<FakeServer, 'baseUrl' | 'handle' | 'scenario'>,
  options: RouteOptions,
): Routes {
  const { baseUrl, handle } = fake;
  const { onUnhandled = 'bypass', pageOrigin } = options;
  const { announce, brokenLinks } = createAnnouncer(fake);
  const strays = createStrays();
  const { prefix } = parseBaseUrl(baseUrl);
  const door = openDoor({
    handle,
    vary: varyOf(fake),
    maxBodyBytes: bodyLimitOf(options),
    ...allPages(),
  });
  const ended = new Release();
  const unhandled: string[] = [];
  const answer = async (route: Route, request: Request): Promise<void> => {
    const { origin, pathname, search } = new URL(request.url());
    const head = { method: request.method(), path: pathname + search, headers: request.headers() };
    if (!isApiRequest(request)) return route.fallback();
    const found = findRoute(head, prefix);
    if (found instanceof Problem && found.response.status === 404) {
      // Requests of the type `other` come from the browser itself, for example for a service worker's script.
      if (request.resourceType() === 'other') return route.fallback();
      unhandled.push(`${lineOf(request)}: ${found.detail}`);
      return onUnhandled === 'error' ? route.abort('blockedbyclient') : route.fallback();
    }
    const arrival: Arrival = {
      ...head,
      origin,
      readBody: (maxBytes) => Promise.resolve(bodyOf(request, maxBytes)),
      left: () => ended,
    };
    return act(route, await door(arrival));
  };
  return {
    route: async (context) => {
      await announce(context);
      await strays.watch(context);
      await context.route(ownUrls(baseUrl, pageOrigin), answer);
    },
    unhandled,
    strays: strays.lines,
    brokenLinks,
    end: () => ended.abort(),
  };
}

function bodyOf(request: Request, maxBodyBytes: number): string | undefined {
  const bytes = request.postDataBuffer();
  if (bytes === null) return '';
  return bytes.length > maxBodyBytes ? undefined : decodeBody(bytes);
}

/** A `truncated` fault resets the connection, because Playwright cannot send part of a body. */
async function act(route: Route, { response, ending }: Outcome): Promise<void> {
  if (ending !== 'complete') return route.abort('connectionreset');
  const { status, headers, body } = response;
  return route.fulfill({ status, headers, body });
}
