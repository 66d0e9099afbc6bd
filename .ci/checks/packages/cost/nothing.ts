/** The baseline of the compiler's work. */
export const nothing = undefined;
