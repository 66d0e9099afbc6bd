/** Name of the `<meta>` element that contains the service's base URL without credentials. */
export const serviceMeta = 'service';

export const apiPath = '/api';

export const credentialsPath = '/credentials';

/**
 * Header that distinguishes the program's own responses from forwarded responses. In a received request, this header
 * shows that the program is forwarding to itself.
 */
export const ownMark = 'x-mock-services-explorer';
