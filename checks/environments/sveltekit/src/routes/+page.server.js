import { outcomes } from '../outcomes.js';

export const load = async ({ fetch, url }) => (url.searchParams.has('server') ? outcomes(fetch) : {});
