// @vitest-environment jsdom
import { crossOriginSuite } from './cross-origin.ts';

crossOriginSuite('jsdom');
