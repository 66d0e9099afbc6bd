import './visible-text.css';
import { memo } from 'react';
import { cutAt, remainder, textParts } from './visible-text.ts';

/**
 * Untrusted text: isolated from the text around it, with marks for invisible characters. A long one is truncated, with its
 * number of characters.
 */
export const VisibleText = memo(
  ({ text, most = Infinity }: { readonly text: string; readonly most?: number }) => (
    <bdi dir="ltr" className="visible-text">
      {textParts(text.slice(0, cutAt(text, most))).map((part, index) =>
        part.mark === undefined ? (
          part.text
        ) : (
          // Parts of a text have no identity but their index.
          <span key={index} className="visible-text-mark">
            {part.mark}
          </span>
        ),
      )}
      {remainder(text, most)}
    </bdi>
  ),
);
VisibleText.displayName = 'VisibleText';
