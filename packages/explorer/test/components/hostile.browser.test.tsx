import { HarError } from '@mock-services/sdk/activity';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { FileFailure } from '../../src/file/file-failure.tsx';
import { FileProvider } from '../../src/file/file-provider.tsx';
import { emptyDraft } from '../../src/services/draft.ts';
import { ServiceForm } from '../../src/services/form.tsx';
import { Confirm } from '../../src/dialog/confirm.tsx';
import { Failure, StaleNotice } from '../../src/states/failure.tsx';
import { mount } from '../support/mount.tsx';

/** HTML, a right-to-left override, and more text than anyone reads. */
const hostile = `<img src=x onerror="window.ran = 1">\u{202e}gpj${'x'.repeat(5_000_000)}`;
const error = new Error(hostile);
const issues = [{ path: hostile, pointer: '/log', expected: hostile, received: hostile }];
const nothing = () => undefined;

const places: readonly (readonly [name: string, times: number, node: ReactNode])[] = [
  [
    'a question before something is deleted',
    1,
    <Confirm
      title="Delete?"
      action="Delete"
      busy={false}
      error={error}
      onConfirm={nothing}
      onCancel={nothing}
    >
      For everyone.
    </Confirm>,
  ],
  [
    'the form of a mock service',
    1,
    <ServiceForm initial={emptyDraft} action="Save" busy={false} error={error} onSave={nothing} />,
  ],
  [
    'a file with wrong places',
    4,
    <FileProvider>
      <FileFailure name={hostile} error={new HarError(issues)} />
    </FileProvider>,
  ],
  [
    'a file that cannot be read',
    2,
    <FileProvider>
      <FileFailure name={hostile} error={error} />
    </FileProvider>,
  ],
  ['what could not be read', 1, <Failure error={error} />],
  ['what could not be read again', 1, <StaleNotice error={error} />],
];

test.each(places)(
  '%s shows a hostile text with its marks, cut, and nothing in it runs',
  async (_, times, node) => {
    const { element } = await mount(node);
    const shown = element.textContent;
    expect(shown.split('<img src=x onerror="window.ran = 1">[U+202E]gpjx').length - 1).toBe(times);
    expect(shown.match(/x… \(5,000,\d{3} characters\)/g)?.length).toBe(times);
    expect(shown.length).toBeLessThan(6000);
    expect(shown).not.toContain('\u{202e}');
    expect(element.querySelector('img')).toBeNull();
    expect('ran' in window).toBe(false);
  },
);
