/** What the compiler has to do anyway. */
export const nothing = undefined;
