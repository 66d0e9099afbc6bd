/** Names that the program and the page that it serves agree on. */

/** Name of the page's `<meta>` with the base URL of the service behind `/api`, without credentials. */
export const serviceMeta = 'service';

/** Path below which the program passes requests on to the service. */
export const apiPath = '/api';

/** Path at which the program receives the token that is entered in the page. */
export const credentialsPath = '/credentials';

/** Header of a response that comes from the program, not from the service: problem details with title and detail. */
export const ownResponse = 'x-mock-services-explorer';

/** Header of a response of the service. The program adds what the user of the page can do about the response. */
export const nextStep = 'x-mock-services-next-step';

/** Header of a 401 response of the service to a request with the token that was entered in the page. The program adds it. */
export const enteredToken = 'x-mock-services-entered-token';
