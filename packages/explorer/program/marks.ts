/** Names of paths, headers and elements that the program and the page share. */

/** Name of the `<meta>` element that contains the service's base URL without credentials. */
export const serviceMeta = 'service';

/** Path prefix of requests that the program forwards to the service. */
export const apiPath = '/api';

/** Path to which the page sends the token that the user enters. */
export const credentialsPath = '/credentials';

/** Response header that marks a response of the program, as opposed to a forwarded response of the service. */
export const ownResponse = 'x-mock-services-explorer';

/** Header that the program adds to error responses of the service. It tells the user what to do. */
export const nextStep = 'x-mock-services-next-step';

/** Header that the program adds to a 401 response if the rejected token was entered in the page. */
export const enteredToken = 'x-mock-services-entered-token';
