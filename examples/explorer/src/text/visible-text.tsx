import './visible-text.css';
import { memo } from 'react';
import { textParts } from './visible-text.ts';

/** A text of strangers: kept apart from the text around it, with marks for what would not be seen. */
export const VisibleText = memo(({ text }: { readonly text: string }) => (
  <bdi dir="ltr" className="visible-text">
    {textParts(text).map((part, index) =>
      part.mark === undefined ? (
        part.text
      ) : (
        // Parts of one text have no other identity than their place.
        <span key={index} className="visible-text-mark">
          {part.mark}
        </span>
      ),
    )}
  </bdi>
));
VisibleText.displayName = 'VisibleText';
