// @vitest-environment happy-dom
import { crossOriginSuite } from './cross-origin.ts';

crossOriginSuite('happy-dom');
