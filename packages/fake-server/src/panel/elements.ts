/** Elements are built by calls, because a strict content security policy rejects HTML text and style attributes. */

type Attributes = Readonly<Record<string, string>>;
type Child = Node | string;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

export function button(text: string, act: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
  const created = element('button', { type: 'button', ...attributes }, text);
  created.addEventListener('click', () => void act());
  return created;
}

/** @param options - By value. The first one is chosen. */
export function select<Value extends string>(
  label: string,
  options: Readonly<Record<Value, { readonly words: string }>>,
  onChange: () => unknown = () => {},
): { readonly element: HTMLElement; readonly value: () => Value } {
  const items = Object.entries<{ readonly words: string }>(options).map(([value, { words }]) =>
    element('option', { value }, words),
  );
  const field = element('select', {}, ...items);
  field.addEventListener('change', () => void onChange());
  return { element: element('label', {}, `${label} `, field), value: () => field.value as Value };
}

export function section(title: string, ...children: readonly Child[]): HTMLElement {
  return element('section', { 'aria-label': title }, element('h3', {}, title), ...children);
}

/** Replaces the text only if it differs, because screen readers announce each change of a live region. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

interface Rows<Item> {
  readonly keyOf: (item: Item) => string;
  readonly create: (item: Item) => Element;
  readonly update?: (row: Element, item: Item) => void;
  /** Whether a row with the focus stays although its item is gone, so that the Tab key goes on from there. */
  readonly keepsFocus?: boolean;
}

/** Shows one row per item. A row whose item is still there is not moved, so that it keeps the focus. */
export function showRows<Item>(
  list: Element,
  items: readonly Item[],
  { keyOf, create, update, keepsFocus = false }: Rows<Item>,
): void {
  const keys = new Set(items.map(keyOf));
  for (const row of Array.from(list.children))
    if (!keys.has(keyIn(row)) && !(keepsFocus && row.matches(':focus-within'))) row.remove();
  let next = list.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let row = next;
    if (row !== null && keyIn(row) === key) {
      next = row.nextElementSibling;
    } else {
      row = create(item);
      row.setAttribute('data-key', key);
      list.insertBefore(row, next);
    }
    update?.(row, item);
  }
}

function keyIn(row: Element): string {
  return row.getAttribute('data-key') ?? '';
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Lets the arrow keys move in a grid of buttons, of which the Tab key reaches only one. */
export function moveByArrows(rows: readonly (readonly HTMLButtonElement[])[]): void {
  const reachable = (chosen: HTMLButtonElement): void => {
    for (const cell of rows.flat()) cell.tabIndex = cell === chosen ? 0 : -1;
  };
  for (const [y, row] of rows.entries())
    for (const [x, cell] of row.entries()) {
      cell.tabIndex = x + y === 0 ? 0 : -1;
      cell.addEventListener('focus', () => reachable(cell));
      cell.addEventListener('keydown', (event) => {
        const [down, right] = steps[event.key] ?? [0, 0];
        const target = rows[y + down]?.[x + right];
        if (target === undefined || target === cell) return;
        event.preventDefault();
        target.focus();
      });
    }
}
