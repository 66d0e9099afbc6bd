/** The default of `onWarning` and `onSkipped`. */
export function printWarning(message: string, ...details: readonly unknown[]): void {
  console.warn(`@mock-services/sdk: ${message}`, ...details);
}
