import type { Har } from '@mock-services/sdk/activity';
import { http, type HttpHandler } from 'msw';

/**
 * Creates an MSW handler that returns the responses of a HAR file. The responses to equal requests are returned in
 * order, and the last response is repeated.
 */
export function handlersFromHar({ log }: Har): HttpHandler[] {
  const recorded = [...log.entries];
  const respond = ({ request }: { readonly request: Request }): Response | undefined => {
    const { method, url } = request;
    const [found, next] = recorded.filter(
      (entry) => entry.request.method === method && entry.request.url === url,
    );
    if (found === undefined) return undefined; // other handlers may respond
    if (next !== undefined) recorded.splice(recorded.indexOf(found), 1);
    const { status, headers, content } = found.response;
    const body = content.encoding === 'base64' ? Buffer.from(content.text, 'base64') : content.text;
    const kept = new Headers();
    for (const { name, value } of headers)
      if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name)) kept.append(name, value);
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: kept });
  };
  return [http.all('*', respond)];
}
