import { useEffect, useState } from 'react';
import { mediaTypeOf } from './forms.ts';
import styles from './body.module.css';

/** Size in pixels below which an image is enlarged. */
const smallest = 48;

/** Shows bytes as an image. */
export function ImageView(props: {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string | undefined;
  readonly label: string;
}) {
  const { bytes, contentType, label } = props;
  const type = mediaTypeOf(contentType);
  const [source, setSource] = useState<string>();
  const [size, setSize] = useState<readonly [width: number, height: number]>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    setSource(url);
    setSize(undefined);
    setBroken(false);
    return () => URL.revokeObjectURL(url);
  }, [bytes, type]);
  return (
    <figure className={styles['image']}>
      {source !== undefined && (
        <img
          src={source}
          alt={`${label} (${type})`}
          decoding="async"
          data-small={size !== undefined && Math.max(...size) < smallest}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize([naturalWidth, naturalHeight])
          }
          onError={() => setBroken(true)}
        />
      )}
      <figcaption>
        {size !== undefined && `${size.join(' × ')} pixels, ${type}`}
        {isBroken && `This browser cannot display this ${type} image.`}
      </figcaption>
    </figure>
  );
}
