/** Name of the `<meta>` element that contains the service's base URL without credentials. */
export const serviceMeta = 'service';

/** Path prefix of requests that the program forwards to the service. */
export const apiPath = '/api';

/** Path to which the page sends the token that the user enters. */
export const credentialsPath = '/credentials';

/**
 * Header that distinguishes the program's own responses from forwarded responses. The program also adds this header to
 * the requests that it forwards, so that it can detect a request that it has forwarded to itself.
 */
export const ownMark = 'x-mock-services-explorer';
