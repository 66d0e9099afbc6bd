export type { MockService } from './contract/resources.ts';
