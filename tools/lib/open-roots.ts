/**
 * Run this function in a page before its panel is shown. The panel's shadow root is then open, so that Playwright can
 * find its elements.
 */
export function openRoots(): void {
  const { prototype } = Element;
  const attach = Reflect.get(prototype, 'attachShadow') as (options: object) => ShadowRoot;
  prototype.attachShadow = function (options) {
    return attach.call(this, { ...options, mode: 'open' });
  };
}
