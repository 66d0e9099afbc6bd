/**
 * Runs in a page before its panel is shown, whose shadow root is closed. Afterwards, Playwright finds elements within the
 * panel.
 */
export function openRoots(): void {
  const { prototype } = Element;
  const attach = Reflect.get(prototype, 'attachShadow') as (options: object) => ShadowRoot;
  prototype.attachShadow = function (options) {
    return attach.call(this, { ...options, mode: 'open' });
  };
}
