/** The types of Next that the recipe uses. If Next is installed, delete this file. */
declare module 'next/headers' {
  export function headers(): Promise<Headers>;
}
