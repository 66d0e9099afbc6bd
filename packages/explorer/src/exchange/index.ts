/** Shows recorded exchanges and their bodies. */
export { Body } from './body/body.tsx';
export { Exchange } from './exchange.tsx';
