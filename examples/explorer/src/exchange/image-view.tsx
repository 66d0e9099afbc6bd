import { useEffect, useState } from 'react';
import { mediaTypeOf } from './forms.ts';

/** A picture out of memory. */
export function ImageView(props: {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
  readonly label: string;
}) {
  const { bytes, contentType, label } = props;
  const type = mediaTypeOf(contentType);
  const [source, setSource] = useState<string>();
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    setSource(url);
    setOutcome(undefined);
    return () => URL.revokeObjectURL(url);
  }, [bytes, type]);
  return (
    <figure className="body-image">
      {source !== undefined && (
        <img
          src={source}
          alt={`${label} (${type})`}
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setOutcome(`${naturalWidth} × ${naturalHeight} pixels, ${type}`)
          }
          onError={() => setOutcome(`Not a picture that this browser can show, though it says ${type}.`)}
        />
      )}
      <figcaption>{outcome}</figcaption>
    </figure>
  );
}
