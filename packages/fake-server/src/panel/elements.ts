/** Elements are created by calls, because a strict content security policy rejects HTML text and style attributes. */

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

/** @param options - The first option is selected. */
export function select(
  label: string,
  options: readonly string[],
): { readonly element: HTMLElement; readonly field: HTMLSelectElement } {
  const field = element('select', {}, ...options.map((text) => element('option', {}, text)));
  return { element: element('label', {}, `${label} `, field), field };
}

/** Replaces the text only if it differs, because screen readers announce each change of a live region. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

interface Rows<Item> {
  readonly keyOf: (item: Item) => string;
  readonly create: (item: Item) => Element;
  readonly update?: (row: Element, item: Item) => void;
  /** Whether a row that the user is reading stays after its item was removed. */
  readonly keepsUsed?: boolean;
}

/** Shows one row for each item. Rows of remaining items are not moved, so that a focused row keeps the focus. */
export function showRows<Item>(
  list: Element,
  items: readonly Item[],
  { keyOf, create, update, keepsUsed = false }: Rows<Item>,
): void {
  const keys = new Set(items.map(keyOf));
  for (const row of Array.from(list.children))
    if (!keys.has(keyIn(row)) && !(keepsUsed && row.matches(':focus-within, :has([open])'))) row.remove();
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
