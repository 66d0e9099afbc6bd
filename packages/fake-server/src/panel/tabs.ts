import { button, element } from './elements.ts';

export interface Tabs {
  readonly list: Element;
  readonly chosen: () => string;
  readonly choose: (name: string) => void;
}

export function createTabs(contents: Readonly<Record<string, HTMLElement>>, onChoice: () => void): Tabs {
  const tabs = Object.keys(contents).map((name) => button(name, () => choose(name), { role: 'tab' }));
  let chosen = 0;
  const choose: Tabs['choose'] = (name) => {
    for (const [index, [own, content]] of Object.entries(contents).entries()) {
      const isChosen = own === name;
      if (isChosen) chosen = index;
      content.hidden = !isChosen;
      content.setAttribute('role', 'tabpanel');
      content.setAttribute('aria-label', own);
      tabs[index]?.setAttribute('aria-selected', String(isChosen));
      // Only the chosen tab is in the tab order, so that the next press of the Tab key reaches the content.
      tabs[index]?.setAttribute('tabindex', isChosen ? '0' : '-1');
    }
    onChoice();
  };
  const list = element('div', { role: 'tablist', 'aria-label': 'Fake server' }, ...tabs);
  list.addEventListener('keydown', ({ key }) => {
    const last = tabs.length - 1;
    const left = chosen === 0 ? last : chosen - 1;
    const right = chosen === last ? 0 : chosen + 1;
    const next = tabs[{ ArrowLeft: left, ArrowRight: right, Home: 0, End: last }[key] ?? -1];
    if (!next) return;
    next.click();
    next.focus();
  });
  return { list, chosen: () => tabs[chosen]?.textContent ?? '', choose };
}
