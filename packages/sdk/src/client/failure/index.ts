/** What a call needs when something goes wrong: repeating it, following a redirect, and explaining what happened. */
export { networkFailure } from './network-failure.ts';
export { notJson } from './not-json.ts';
export { providerFailure } from './provider-failure.ts';
export { recover } from './recover.ts';
export { followRedirects } from './redirects.ts';
