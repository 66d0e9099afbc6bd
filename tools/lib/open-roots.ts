/**
 * Runs in a page before its panel is shown, whose shadow root is closed. Afterwards, Playwright finds what the panel
 * contains.
 */
export function openRoots(): void {
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (this: Element, options) {
    return attachShadow.call(this, { ...options, mode: 'open' });
  };
}
