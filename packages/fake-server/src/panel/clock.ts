import { button, element, setText } from './elements.ts';
import type { Panel, Section } from './panel.ts';

export function clockSection({ fake, act }: Panel): Section {
  const time = element('time');
  const change = (done: string, run: () => unknown) => {
    let moved = 0;
    const start = async (): Promise<void> => {
      const before = await fake.clock.now();
      await run();
      moved = (await fake.clock.now()) - before;
    };
    const undo = async () => fake.clock.set((await fake.clock.now()) - moved);
    return act(done, start, undo);
  };
  const advance = (name: string, by: '1h' | '1d') =>
    button(`+ ${name}`, () => change(`The clock is ${name} later.`, () => fake.clock.advance(by)));
  const date = element('input', { type: 'datetime-local', max: '9999-12-31T23:59' });
  const label = element('label', { class: 'wide' }, 'Date (UTC)', date);
  const form = element('form', { class: 'row' }, label, element('button', {}, 'Set'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (date.value === '') date.focus();
    else void change('The clock is set.', () => fake.clock.set(`${date.value}Z`));
  });
  const refresh = async (): Promise<void> => {
    const now = new Date(await fake.clock.now()).toISOString();
    time.dateTime = now;
    setText(time, `${now.slice(0, 10)} ${now.slice(11, 19)} UTC`);
  };
  const steps = element('p', { class: 'row' }, time, advance('1 h', '1h'), advance('1 d', '1d'));
  return { element: element('div', {}, steps, form), refresh };
}
