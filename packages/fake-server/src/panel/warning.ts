/** The panel receives warnings as events, so that the sender need not load the panel's code. */
const type = 'mock-services-panel-warning';

export function showInPanel(message: string): void {
  dispatchEvent(new CustomEvent(type, { detail: message }));
}

export function onPanelWarning(show: (message: string) => void, signal: AbortSignal): void {
  addEventListener(type, (event) => show(String((event as CustomEvent).detail)), { signal });
}
