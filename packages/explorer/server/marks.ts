/** Name of the `<meta>` element that contains the service's base URL without credentials. */
export const serviceMeta = 'service';

/** Path prefix of requests that the program forwards to the service. */
export const apiPath = '/api';

/** Path to which the page sends the token that the user enters. */
export const credentialsPath = '/credentials';

/**
 * Header that distinguishes the program's own responses from forwarded responses. The program also adds the header to forwarded
 * requests, to recognize a request that leads back to it.
 */
export const ownMark = 'x-mock-services-explorer';
