import { outcomes } from '../outcomes.js';

export const load = async ({ fetch, url, data }) => (url.searchParams.has('server') ? data : outcomes(fetch));
