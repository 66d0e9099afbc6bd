/** Path templates: `/a/:id` with parameters that begin with a colon (§4). */

/** The names of the parameters in a path template. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameter names of a template, in the order in which they appear. */
export function parametersOf(template: string): string[] {
  return Array.from(template.matchAll(/:(\w+)/g), ([, name]) => name ?? '');
}

/** Fills a template. Values are percent-encoded, so that none can add or leave a path segment. */
export function expandPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${template}: the parameter ${name} is missing, empty or a dot segment`);
    }
    return encodeURIComponent(value);
  });
}
