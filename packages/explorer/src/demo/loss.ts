/** What of the demo did not survive a reload, from the page that was left to the one that came. */
const key = 'explorer:lost';

export function reportLoss(text: string): void {
  sessionStorage.setItem(key, text);
}

/** What was lost, reported once; `undefined` if nothing was. */
export function takeLoss(): string | undefined {
  const text = sessionStorage.getItem(key) ?? undefined;
  sessionStorage.removeItem(key);
  return text;
}
