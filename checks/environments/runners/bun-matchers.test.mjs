import { createFakeServer, matchers } from '@mock-services/fake-server/core';
import { expect, test } from 'bun:test';
import matcher from './matcher.cjs';

expect.extend(matchers);

test('the matcher passes and fails like those of the runner', () =>
  matcher.checkMatcher(expect, createFakeServer()));
