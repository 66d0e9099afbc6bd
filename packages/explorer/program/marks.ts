/** Names that the program and the page that it serves agree on. */

/** Name of the page's `<meta>` with the base URL of the service behind `/api`, without credentials. */
export const serviceMeta = 'service';

/** Path below which the program passes requests on to the service. */
export const apiPath = '/api';

/** Header of a response that comes from the program, not from the service: problem details with title and detail. */
export const ownResponse = 'x-mock-services-explorer';

/** Header of a response of the service. The program adds what the user of the page can do about the response. */
export const nextStep = 'x-mock-services-next-step';
