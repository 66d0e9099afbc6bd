const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A size as text: `512 bytes`, `4.8 MiB`. */
export function sizeOf(bytes: number): string {
  if (bytes === 1) return '1 byte';
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 ** 2
    ? `${figures.format(bytes / 1024)} KiB`
    : `${figures.format(bytes / 1024 ** 2)} MiB`;
}
