import './visible-text.css';
import { memo } from 'react';
import { shownParts, type TextKind } from './visible-text.ts';

/** Untrusted text: isolated from the text around it, with marks for invisible characters. A long one is truncated. */
export const VisibleText = memo(({ text, most }: { readonly text: string; readonly most?: TextKind }) => (
  <bdi dir="ltr" className="visible-text">
    {shownParts(text, most).map((part, index) =>
      part.mark === undefined ? (
        part.text
      ) : (
        // Parts of a text have no identity but their index.
        <span key={index} className="visible-text-mark">
          {part.mark}
        </span>
      ),
    )}
  </bdi>
));
VisibleText.displayName = 'VisibleText';
