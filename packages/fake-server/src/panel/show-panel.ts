import { optionError } from '../core/errors.ts';
import type { JournalEntry } from '../core/journal/entry.ts';
import { clockSection } from './clock.ts';
import { followDialogs, hideEvents } from './dialogs.ts';
import { button, element, setText } from './elements.ts';
import { faultSection, isArmed, wordsOf } from './faults.ts';
import type { AnyFake, Panel, Section } from './panel.ts';
import { createReader } from './reader.ts';
import { createReload, withStorage, type Choice } from './reload.ts';
import { createReport } from './report.ts';
import { requestSection } from './requests.ts';
import { defaultKey } from './scenario-link.ts';
import { scenarioSection } from './scenarios.ts';
import { styles } from './styles.ts';
import { createTabs } from './tabs.ts';

export type PanelCorner = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

const corners: readonly PanelCorner[] = ['bottom-right', 'bottom-left', 'top-right', 'top-left'];

export interface PanelOptions {
  /**
   * Corner of the page in which the panel appears.
   * @default 'bottom-right'
   */
  readonly corner?: PanelCorner | undefined;
  /**
   * Query parameter of the page's URL that names the chosen scenario.
   * @default 'fake'
   */
  readonly scenarioKey?: string | undefined;
  /**
   * URL of an explorer for the same fake server, to which the panel then links.
   * @default no link
   */
  readonly explorer?: string | undefined;
}

/** The property belongs to `globalThis`, because a page may load two copies of this module, as after a hot reload. */
const shown = Symbol.for('@mock-services/fake-server.panel');

interface Shown {
  /** Name of the open tab, or `undefined` if the panel is closed. */
  readonly tab: () => string | undefined;
  readonly chosen: Set<Choice>;
  readonly remove: () => void;
}

export function showPanel(fake: AnyFake, options: PanelOptions = {}): () => void {
  const { corner = 'bottom-right', scenarioKey = defaultKey, explorer } = options;
  if (!corners.includes(corner)) throw optionError('corner', `one of ${corners.join(', ')}`, corner);
  const previous = Reflect.get(globalThis, shown) as Shown | undefined;
  const tab = previous?.tab() ?? withStorage((storage) => storage.getItem(tabKey)) ?? undefined;
  previous?.remove();

  const refresh = () => reader.refresh();
  const removal = new AbortController();
  const report = createReport(refresh, removal.signal);
  const chosen = previous?.chosen ?? new Set();
  const reload = createReload(fake, chosen);
  const choosing =
    (choice: Choice): Panel['act'] =>
    (done, run, undo) =>
      report.act(
        done,
        async () => {
          await run();
          reload.chose(choice);
        },
        undo,
      );
  const replaced = (): void => {
    reload.chose('scenario');
    reload.button.classList.add('next');
  };
  const shared = { fake, act: report.act, copy: report.copy, refresh, replaced };
  const faults = faultSection({ ...shared, act: choosing('faults') });
  const arm = (entry: JournalEntry): void => {
    tabs.choose('Faults');
    faults.choose(entry);
  };
  const sections: Readonly<Record<string, Section>> = {
    Requests: requestSection(shared, { explorer, arm }),
    Faults: faults,
    Scenarios: scenarioSection(shared, scenarioKey),
    Clock: clockSection({ ...shared, act: choosing('clock') }),
  };
  const contents = Object.entries(sections).map(([name, section]) => [name, section.element] as const);
  const tabs = createTabs(Object.fromEntries(contents), () => {
    panel.scrollTop = 0;
    report.clear();
    if (!panel.hidden) show(true);
  });
  const opener = button('Fake', () => (panel.hidden ? open() : close()), {
    class: 'open',
    'aria-label': 'Fake server',
    'aria-expanded': 'false',
  });
  const content = element('fieldset', { role: 'presentation' }, ...contents.map(([, section]) => section));
  const head = element(
    'div',
    { class: 'row' },
    element('h2', {}, 'Fake server'),
    reload.button,
    button('×', () => close(), { 'aria-label': 'Close' }),
  );
  const panel = element(
    'div',
    { class: 'panel', role: 'dialog', 'aria-label': 'Fake server', tabindex: '-1', hidden: '' },
    element('div', { class: 'head' }, head, tabs.list),
    content,
    report.element,
  );
  const { host, shadow } = hostOf(element('div', { class: `root ${corner}` }, opener, panel));

  const effects = new Map<number, string>();
  const read = async (): Promise<void> => {
    const faults = await fake.faults.list();
    for (const fault of faults) effects.set(fault.id, wordsOf(fault));
    // Show the number of armed faults even if the panel is closed, because they affect the page.
    const { length } = faults.filter(isArmed);
    setText(opener, length === 0 ? 'Fake' : `Fake · ${length}`);
    opener.title = length === 0 ? '' : `Armed faults: ${length}`;
    if (panel.hidden) return;
    reload.refresh();
    await sections[tabs.chosen()]?.refresh(faults, effects);
  };
  const reader = createReader(fake, async () => {
    const focused = shadow.activeElement;
    const isRead = await read().then(
      () => (report.showFailure(), true),
      (error: unknown) => (report.showFailure(error), false),
    );
    // Disable the panel while the fake server cannot be read, because actions would not reach it.
    content.disabled = !isRead;
    // If the focused row was removed or its button was disabled, focus the panel.
    if (focused !== null && document.activeElement === document.body) panel.focus();
  });
  const show = (isOpen: boolean): void => {
    panel.hidden = !isOpen;
    opener.setAttribute('aria-expanded', String(isOpen));
    reader.setOpen(isOpen);
    withStorage((storage) => (isOpen ? storage.setItem(tabKey, tabs.chosen()) : storage.removeItem(tabKey)));
  };
  let before: Element | null = opener;
  // Prevent the default action, because a click would move the focus before it opens the panel.
  opener.addEventListener('mousedown', (event) => event.preventDefault());
  const open = (): void => {
    const focused = focusedElement();
    before = focused === document.body || focused === host ? opener : focused;
    show(true);
    panel.focus();
  };
  const close = (): void => {
    show(false);
    report.clear();
    if (before instanceof HTMLElement) before.focus();
    // If the element was removed or is below another dialog, focus the panel's button instead.
    if (focusedElement() !== before) opener.focus();
  };
  const closeByEscape = (): boolean => {
    const wasOpen = !panel.hidden;
    if (wasOpen) close();
    return wasOpen;
  };
  hideEvents(host, closeByEscape, removal.signal);
  followDialogs(host, opener, panel, removal.signal);

  const own: Shown = {
    tab: () => (panel.hidden ? undefined : tabs.chosen()),
    chosen,
    remove: () => {
      reader.stop();
      removal.abort();
      host.remove();
      if (Reflect.get(globalThis, shown) === own) Reflect.deleteProperty(globalThis, shown);
    },
  };
  Reflect.set(globalThis, shown, own);
  const note = reload.takeNote();
  if (note) void report.act('What you chose here before the reload is applied again.', note);
  tabs.choose(tab ?? 'Requests');
  show(tab !== undefined);
  return own.remove;
}

/** After a reload, the panel opens the tab with the stored name. */
const tabKey = 'mock-services-panel-tab';

/** Finds the focused element even in the page's shadow roots, except the panel's shadow root. */
function focusedElement(): Element | null {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot);
  return activeElement;
}

/**
 * The shadow root separates the styles of the panel and the page. The root is closed, because tests of the page would
 * find the panel's buttons in an open root.
 */
function hostOf(root: Element): { readonly host: HTMLElement; readonly shadow: ShadowRoot } {
  const host = document.createElement('mock-services-panel');
  const shadow = host.attachShadow({ mode: 'closed' });
  // A strict content security policy forbids `<style>` elements, but not constructed style sheets.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shadow.adoptedStyleSheets = [sheet];
  shadow.append(root);
  return { host, shadow };
}
