/** Puts the input and its errors back into the form of a page (ERR-11). Scans our own HTML, where each `<` is a tag. */
import type { RefusedForm } from '../lib/forms.ts';
import { escapeText, escapeValue, unescapeText } from '../lib/prose/escape.ts';

/** React closes all of these, and quotes their attributes. */
type Element = {
  name: string;
  /** Values are escaped. */
  attributes: Map<string, string>;
  parent: Element | undefined;
  /** The element is at `from` to `to`, its content at `inside` to `end`. */
  from: number;
  inside: number;
  end: number;
  to: number;
  isChanged: boolean;
};
type Edit = { from: number; to: number; html: string };
type Draft = {
  html: string;
  elements: Element[];
  options: Map<Element | undefined, Element[]>;
  edits: Edit[];
};
type Wrong = { name: string; messages: readonly string[]; own: Element[] };

const CONTROLS = ['input', 'textarea', 'select'];
const NAMES = `${CONTROLS.join('|')}|html|tsuzuki-island|details|form|fieldset|legend|label|option|button`;
/** Skips scripts and styles, whose content is not HTML. */
const TAG = new RegExp(
  `<(?:(script|style)\\b.*?</\\1>|(/?)(${NAMES})(?=[\\s/>])([^">]*(?:"[^"]*"[^">]*)*)>)`,
  'gs',
);
const ATTRIBUTE = /([^\s"=/]+)(?:="([^"]*)")?/g;
/** Never filled in: secrets, files, and the form's own values. */
const KEPT_BACK = ['password', 'file', 'hidden', 'submit', 'button', 'image', 'reset'];

/** The page with its form filled in. Null when it has no form with this target. */
export function fillRefusedForm(html: string, refused: RefusedForm): string | null {
  const { action, values, first } = refused;
  if (!html.includes(action.split('?')[0] ?? '')) return null;
  const elements = elementsOf(html);
  // Grouped once: a page of prices has hundreds of selects.
  const options = Map.groupBy(
    elements.filter(({ name }) => name === 'option'),
    (option) => closest(option, 'select'),
  );
  const draft: Draft = { html, elements, options, edits: [] };
  const forms = formsOf(draft, action);
  const found =
    forms.find(({ controls }) => isSentBy(controls, values)) ??
    forms.find(({ controls }) => controls.some((control) => nameOf(control) in values));
  if (found === undefined) return null;
  const { form, controls } = found;
  // Short input can be typed again, so it is not worth a second tab.
  if (first && !controls.some((control) => isWritten(control, values))) return null;
  const left = new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()]));
  for (const control of controls) fill(draft, control, left.get(nameOf(control)));
  const wrong = Object.entries(refused.fields).map(([name, messages]) => ({
    name,
    messages,
    own: controls.filter((control) => belongsTo(name, control)),
  }));
  if (first) insert(draft, form.inside, stepOf(first));
  if (wrong.length > 1) insert(draft, form.inside, summaryOf(draft, refused.heading, wrong));
  for (const one of wrong) tell(draft, form, one);
  const [only] = wrong.length === 1 ? (wrong[0]?.own ?? []) : [];
  if (only) set(only, 'autofocus');
  // The form stays as it was sent: a script would render it again without the input.
  for (let at: Element | undefined = form; at !== undefined; at = at.parent) {
    if (at.name === 'details') set(at, 'open');
    if (at.name === 'html') set(at, 'data-address', refused.address);
    if (at.name !== 'tsuzuki-island') continue;
    set(at, 'awake');
    set(at, 'wake', 'touch');
  }
  return write(draft);
}

function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  let parent: Element | undefined;
  for (const { 0: tag, 2: slash, 3: name, 4: text = '', index: from } of html.matchAll(TAG)) {
    const to = from + tag.length;
    const closed = name && slash ? closest(parent, name) : undefined;
    if (closed) {
      Object.assign(closed, { end: from, to });
      parent = closed.parent;
    } else if (name && !slash) {
      const pairs = text
        .matchAll(ATTRIBUTE)
        .map(([, key = '', value = '']) => [key.toLowerCase(), value] as const);
      const places = { from, inside: to, end: to, to };
      const element = { name, attributes: new Map(pairs), parent, ...places, isChanged: false };
      found.push(element);
      if (name !== 'input') parent = element;
    }
  }
  return found;
}

/** The forms with this target. A control may stand elsewhere on the page and name its form. */
function formsOf({ elements }: Draft, action: string): { form: Element; controls: Element[] }[] {
  const byId = new Map(
    elements.filter(({ name }) => name === 'form').map((form) => [saidBy(form, 'id'), form] as const),
  );
  const controls = Map.groupBy(
    elements.filter((one) => CONTROLS.includes(one.name) && nameOf(one) !== ''),
    (one) => {
      const id = saidBy(one, 'form');
      return id ? byId.get(id) : closest(one, 'form');
    },
  );
  const leading = elements.filter((one) =>
    ['action', 'formaction'].some((name) => saidBy(one, name) === action),
  );
  return [...new Set(leading.map((one) => closest(one, 'form')))]
    .filter((form) => form !== undefined)
    .map((form) => ({ form, controls: controls.get(form) ?? [] }));
}

/** Finds the form with all sent fields and the same hidden values, among those with the same target. */
function isSentBy(controls: readonly Element[], values: RefusedForm['values']): boolean {
  const byName = Map.groupBy(controls, nameOf);
  const sent = Object.entries(values);
  return (
    sent.length > 0 &&
    sent.every(([name, value]) =>
      byName
        .get(name)
        ?.some((one) => typeOf(one) !== 'hidden' || [value].flat().includes(saidBy(one, 'value') ?? '')),
    )
  );
}

const isWritten = (control: Element, values: RefusedForm['values']): boolean =>
  control.name === 'textarea' && [values[nameOf(control)]].flat().some((text) => text?.trim());

function belongsTo(field: string, control: Element): boolean {
  const name = nameOf(control);
  return (name === field || name.startsWith(`${field}.`)) && typeOf(control) !== 'hidden';
}

function fill(draft: Draft, control: Element, values: string[] | undefined): void {
  const type = typeOf(control);
  if (KEPT_BACK.includes(type)) return;
  if (type === 'checkbox' || type === 'radio') {
    toggle(control, 'checked', values?.includes(saidBy(control, 'value') ?? 'on'));
  } else if (values !== undefined) {
    // Fields with the same name take one value each.
    const value = (values.length > 1 ? values.shift() : values[0]) ?? '';
    if (control.name === 'select') {
      for (const option of draft.options.get(control) ?? [])
        toggle(option, 'selected', (saidBy(option, 'value') ?? unescaped(textOf(draft, option))) === value);
    } else if (control.name === 'textarea') {
      // The first line break after the tag is not part of the text (HTML 13.1.2.5).
      const html = escapeText(value.startsWith('\n') ? `\n${value}` : value);
      draft.edits.push({ from: control.inside, to: control.end, html });
    } else set(control, 'value', value);
  }
}

/** Shows the necessary step above the form. The link opens a new tab, since this one contains the input. */
const stepOf = ({ text, address }: NonNullable<RefusedForm['first']>): string =>
  `<div class="refused-all" role="alert"><p><a href="${escapeValue(address)}" target="_blank" autofocus="">${escapeText(text)}</a></p></div>`;

/** Lists the wrong fields above the form, with links, as a script does (islands/Summary.tsx). */
function summaryOf(draft: Draft, heading: string, wrong: readonly Wrong[]): string {
  const place = ({ own: [control] }: Wrong): number => control?.from ?? -1;
  const links = wrong
    .toSorted((one, other) => place(one) - place(other))
    .map(({ name, messages, own: [control] }) => {
      const text = (control && labelOf(draft, control, name)) || escapeText(messages[0] ?? '');
      return `<li><a href="#${control?.attributes.get('id') ?? toldId(name)}">${text}</a></li>`;
    });
  return `<div class="refused-all" tabindex="-1" autofocus=""><p>${escapeText(heading)}</p><ul>${links.join('')}</ul></div>`;
}

/** Label of a field on the page. Several controls of one field share their group's legend. */
function labelOf(draft: Draft, control: Element, name: string): string | undefined {
  const group = nameOf(control) === name ? undefined : closest(control, 'fieldset');
  const id = control.attributes.get('id');
  const label =
    (group && draft.elements.find((one) => one.name === 'legend' && closest(one, 'fieldset') === group)) ??
    (id && draft.elements.find(({ attributes }) => attributes.get('for') === id)) ??
    closest(control, 'label');
  return label && textOf(draft, label).replaceAll(/\s+/g, ' ').trim();
}

const toldId = (name: string): string => `refused-${name.replaceAll(/\W/g, '-')}`;

/** Shows messages under the field, or on top of the form if it has no such field. */
function tell(draft: Draft, form: Element, { name, messages, own }: Wrong): void {
  const id = toldId(name);
  for (const control of own) {
    set(control, 'aria-invalid', 'true');
    set(control, 'aria-describedby', [saidBy(control, 'aria-describedby'), id].filter(Boolean).join(' '));
  }
  const [first] = own;
  const group = own.length > 1 ? first && closest(first, 'fieldset') : undefined;
  const place = group?.end ?? (first && (closest(first, 'label') ?? first).to) ?? form.inside;
  const items = messages.map((message) => `<li>${escapeText(message)}</li>`);
  insert(draft, place, `<ul class="refused" id="${id}">${items.join('')}</ul>`);
}

const insert = ({ edits }: Draft, at: number, html: string): void =>
  void edits.push({ from: at, to: at, html });

function write({ html, elements, edits }: Draft): string {
  const tags = elements
    .filter(({ isChanged }) => isChanged)
    .map(({ name, attributes, from, inside }) => {
      const pairs = attributes.entries().map(([key, value]) => ` ${key}="${value}"`);
      return { from, to: inside, html: `<${name}${[...pairs].join('')}>` };
    });
  let at = 0;
  let written = '';
  for (const edit of [...edits, ...tags].toSorted((one, other) => one.from - other.from)) {
    written += html.slice(at, edit.from) + edit.html;
    at = edit.to;
  }
  return written + html.slice(at);
}

function closest(element: Element | undefined, name: string): Element | undefined {
  let at = element;
  while (at !== undefined && at.name !== name) at = at.parent;
  return at;
}

/** Stays escaped. */
const textOf = ({ html }: Draft, { inside, end }: Element): string =>
  html.slice(inside, end).replaceAll(/<[^>]*>/g, '');

const unescaped = (text: string): string => unescapeText(text.replaceAll('&#x27;', "'"));
const nameOf = ({ attributes }: Element): string => attributes.get('name') ?? '';
const typeOf = ({ attributes }: Element): string => (attributes.get('type') ?? 'text').toLowerCase();

function saidBy({ attributes }: Element, name: string): string | undefined {
  const value = attributes.get(name);
  return value === undefined ? undefined : unescaped(value);
}

function set(element: Element, name: string, value = ''): void {
  element.attributes.delete(name);
  element.attributes.set(name, escapeValue(value));
  element.isChanged = true;
}

function toggle(element: Element, name: string, isOn: boolean | undefined): void {
  element.isChanged ||= element.attributes.delete(name);
  if (isOn) set(element, name);
}
