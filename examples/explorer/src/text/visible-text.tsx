import './visible-text.css';
import { memo } from 'react';
import { cutAt, remainder, textParts } from './visible-text.ts';

/**
 * A text of strangers: kept apart from the text around it, with marks for what would not be seen. Of a long one there
 * are the first characters, and how many it has.
 */
export const VisibleText = memo(
  ({ text, most = Infinity }: { readonly text: string; readonly most?: number }) => (
    <bdi dir="ltr" className="visible-text">
      {textParts(text.slice(0, cutAt(text, most))).map((part, index) =>
        part.mark === undefined ? (
          part.text
        ) : (
          // Parts of one text have no other identity than their place.
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
