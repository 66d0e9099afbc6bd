import { button, element } from './elements.ts';

export interface Tabs {
  readonly list: Element;
  /** Name of the tab whose content is shown. */
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
      // The Tab key goes on to the content.
      tabs[index]?.setAttribute('tabindex', isChosen ? '0' : '-1');
    }
    onChoice();
  };
  const list = element('div', { role: 'tablist', 'aria-label': 'Fake server' }, ...tabs);
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const next = step && tabs.at((chosen + step) % tabs.length);
    if (!next) return;
    next.click();
    next.focus();
  });
  return { list, chosen: () => tabs[chosen]?.textContent ?? '', choose };
}
