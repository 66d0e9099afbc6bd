/** Path templates such as `/a/:id`, whose parameters begin with a colon (§4). */

/** The names of the parameters in a path template. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameter names of a template, in order. */
export function parametersOf(template: string): string[] {
  return Array.from(template.matchAll(/:(\w+)/g), ([, name]) => name ?? '');
}

/**
 * Fills in a template. Values are percent-encoded, so that none can add or leave a path segment.
 *
 * @throws TypeError when a parameter is missing, empty or a dot segment.
 */
export function expandPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${template}: the parameter ${name} is missing, empty or a dot segment`);
    }
    return encodeURIComponent(value);
  });
}
