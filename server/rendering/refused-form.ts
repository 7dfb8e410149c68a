/** Puts the input and its errors back into the form of a page (ERR-11). Knows only HTML. */
import { randomUUID } from 'node:crypto';
import {
  html,
  parse,
  serialize,
  type DefaultTreeAdapterTypes as Tree,
  defaultTreeAdapter as tree,
} from 'parse5';
import type { RefusedForm } from '../lib/forms.ts';

type Element = Tree.Element;

/** Forms may be within `noscript`, so it is parsed as without JavaScript. */
const OPTIONS = { scriptingEnabled: false };
/** These contain no forms. Input is escaped, so only we write such tags. */
const NO_FORM = /<(svg|script|style|footer|nav|header)\b.*?<\/\1>/gs;
/** Props of an island. */
const LONG_TEXT = /(?<= (?:props|messages)=")[^"]{40,}(?=")/g;
/** Never filled in: secrets, files, and the form's own values. */
const KEPT_BACK = ['password', 'file', 'hidden', 'submit', 'button', 'image', 'reset'];

/** The page with its form filled in. Null when it has no form with this target. */
export function fillRefusedForm(page: string, refused: RefusedForm): string | null {
  const path = refused.action.split('?')[0] ?? '';
  if (!page.includes(path)) return null;
  // Parsing a whole page costs more than rendering it.
  const aside = setAside(page, path);
  const document = parse(aside.rest, OPTIONS);
  const forms = find(document, 'form').filter((form) => leadsTo(form, refused.action));
  const form =
    forms.find((one) => isSentBy(controlsIn(document, one), refused.values)) ??
    forms.find((one) => controlsOf(one).some((control) => nameOf(control) in refused.values));
  if (form === undefined) return null;
  const controls = controlsIn(document, form);
  // Short input can be typed again, so it is not worth a second tab.
  if (refused.first && !controls.some((control) => isWritten(control, refused.values))) return null;
  const left = new Map(Object.entries(refused.values).map(([name, value]) => [name, [value].flat()]));
  for (const control of controls) fill(control, left.get(nameOf(control)) ?? [], refused);
  const wrong = Object.entries(refused.fields).map(([name, messages]) => ({
    name,
    messages,
    control: tell(form, controls, { name, messages }),
  }));
  if (refused.first) tellFirst(form, refused.first);
  if (wrong.length > 1) summarise(form, refused.heading, wrong);
  else if (wrong[0]?.control) set(wrong[0].control, 'autofocus', '');
  // The form stays as it was sent: a script would render it again without the input.
  for (let at: Tree.ParentNode | null = form; at !== null; at = parentOf(at)) {
    if (!('tagName' in at)) continue;
    if (at.tagName === 'details') set(at, 'open', '');
    if (at.tagName !== 'tsuzuki-island') continue;
    set(at, 'awake', '');
    set(at, 'wake', 'touch');
  }
  const [root] = find(document, 'html');
  if (root !== undefined) set(root, 'data-address', refused.address);
  return aside.putBack(serialize(document, OPTIONS));
}

/** Removes parts that need no parsing, and returns how to restore them. Parts that contain `path` stay. */
function setAside(page: string, path: string): { rest: string; putBack(page: string): string } {
  const aside: string[] = [];
  const mark = randomUUID();
  const lay = (text: string) => `${mark}.${aside.push(text) - 1}.`;
  return {
    rest: page
      .replace(LONG_TEXT, lay)
      .replace(NO_FORM, (part) => (part.includes(path) ? part : `<!--${lay(part)}-->`)),
    putBack: (filled) => {
      const back = (_: string, at: string) => aside[Number(at)] ?? '';
      return filled
        .replace(new RegExp(`<!--${mark}\\.(\\d+)\\.-->`, 'g'), back)
        .replace(new RegExp(`${mark}\\.(\\d+)\\.`, 'g'), back);
    },
  };
}

const controlsIn = (document: Tree.Document, form: Element): Element[] => {
  const id = attribute(form, 'id');
  const away = id ? controlsOf(document).filter((control) => attribute(control, 'form') === id) : [];
  return [...controlsOf(form), ...away];
};

const leadsTo = (form: Element, action: string): boolean =>
  attribute(form, 'action') === action ||
  find(form, 'button').some((button) => attribute(button, 'formaction') === action);

/** Finds the form with all sent fields and the same hidden values, among those with the same target. */
const isSentBy = (controls: readonly Element[], values: RefusedForm['values']): boolean =>
  Object.keys(values).length > 0 &&
  Object.entries(values).every(([name, value]) => {
    const own = controls.filter((control) => nameOf(control) === name);
    const hidden = own.filter((control) => typeOf(control) === 'hidden');
    const said =
      hidden.length < own.length || hidden.some((control) => [value].flat().includes(saidBy(control)));
    return own.length > 0 && said;
  });

const saidBy = (control: Element): string => attribute(control, 'value') ?? '';

const isWritten = (control: Element, values: RefusedForm['values']): boolean =>
  control.tagName === 'textarea' && [values[nameOf(control)]].flat().some((text) => text?.trim());

/** Shows the necessary step above the form. The link opens a new tab, since this one contains the input. */
function tellFirst(form: Element, { text, address }: NonNullable<RefusedForm['first']>): void {
  const link = make('a', { href: address, target: '_blank', autofocus: '' }, text);
  prepend(form, make('div', { class: 'refused-all', role: 'alert' }, make('p', {}, link)));
}

function fill(control: Element, values: string[], { values: all }: RefusedForm): void {
  const type = typeOf(control);
  if (KEPT_BACK.includes(type)) return;
  if (type === 'checkbox' || type === 'radio') {
    toggle(control, 'checked', values.includes(attribute(control, 'value') ?? 'on'));
  } else if (nameOf(control) in all) {
    // Fields with the same name take one value each.
    const value = (values.length > 1 ? values.shift() : values[0]) ?? '';
    if (control.tagName === 'select') {
      for (const option of find(control, 'option'))
        toggle(option, 'selected', (attribute(option, 'value') ?? textOf(option)) === value);
    } else if (control.tagName === 'textarea') {
      control.childNodes = [];
      // The first line break after the tag is not part of the text (HTML 13.1.2.5).
      tree.insertText(control, value.startsWith('\n') ? `\n${value}` : value);
    } else set(control, 'value', value);
  }
}

type Wrong = { name: string; messages: readonly string[]; control: Element | undefined };

/** Lists the wrong fields above the form, with links, as a script does (islands/Summary.tsx). */
function summarise(form: Element, heading: string, wrong: readonly Wrong[]): void {
  const controls = controlsOf(form);
  const place = ({ control }: Wrong): number => (control === undefined ? -1 : controls.indexOf(control));
  const links = wrong
    .toSorted((one, other) => place(one) - place(other))
    .map(({ name, messages, control }) => {
      const id = (control && attribute(control, 'id')) ?? toldId(name);
      const text = (control && labelOf(form, control, name)) ?? messages[0] ?? '';
      return make('li', {}, make('a', { href: `#${id}` }, text));
    });
  const summary = make(
    'div',
    { class: 'refused-all', tabindex: '-1', autofocus: '' },
    make('p', {}, heading),
    make('ul', {}, ...links),
  );
  prepend(form, summary);
}

/** Label of a field on the page. Several controls of one field share their group's legend. */
function labelOf(form: Element, control: Element, name: string): string | undefined {
  const group = nameOf(control) === name ? undefined : closest(control, 'fieldset');
  const id = attribute(control, 'id');
  const label =
    (group && find(group, 'legend')[0]) ??
    find(form, 'label').find((one) => id !== undefined && attribute(one, 'for') === id) ??
    closest(control, 'label');
  const text = label && wordsOf(label).replaceAll(/\s+/g, ' ').trim();
  return text || undefined;
}

const toldId = (name: string): string => `refused-${name.replaceAll(/\W/g, '-')}`;

/** Shows messages under the field, or on top of the form if it has no such field. Returns the field's control. */
function tell(
  form: Element,
  controls: readonly Element[],
  { name, messages }: { name: string; messages: readonly string[] },
): Element | undefined {
  const own = controls.filter((control) => {
    const called = nameOf(control);
    return typeOf(control) !== 'hidden' && (called === name || called.startsWith(`${name}.`));
  });
  const id = toldId(name);
  const list = make('ul', { class: 'refused', id }, ...messages.map((message) => make('li', {}, message)));
  const [first] = own;
  for (const control of own) {
    set(control, 'aria-invalid', 'true');
    set(control, 'aria-describedby', [attribute(control, 'aria-describedby'), id].filter(Boolean).join(' '));
  }
  const group = own.length > 1 ? first && closest(first, 'fieldset') : undefined;
  const before = first && (closest(first, 'label') ?? first);
  if (group) tree.appendChild(group, list);
  else if (before?.parentNode) {
    const siblings = before.parentNode.childNodes;
    const next = siblings[siblings.indexOf(before) + 1];
    if (next) tree.insertBefore(before.parentNode, list, next);
    else tree.appendChild(before.parentNode, list);
  } else prepend(form, list);
  return first;
}

function make(name: string, attributes: Record<string, string>, ...content: (Element | string)[]): Element {
  const attrs = Object.entries(attributes).map(([key, value]) => ({ name: key, value }));
  const element = tree.createElement(name, html.NS.HTML, attrs);
  for (const part of content) {
    if (typeof part === 'string') tree.insertText(element, part);
    else tree.appendChild(element, part);
  }
  return element;
}

function prepend(parent: Element, child: Element): void {
  const [first] = parent.childNodes;
  if (first) tree.insertBefore(parent, child, first);
  else tree.appendChild(parent, child);
}

const controlsOf = (within: Tree.ParentNode): Element[] =>
  find(within, 'input', 'textarea', 'select').filter((control) => nameOf(control) !== '');

function find(node: Tree.ParentNode, ...names: string[]): Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    const inside = find(child, ...names);
    return names.includes(child.tagName) ? [child, ...inside] : inside;
  });
}

const parentOf = (node: Tree.ParentNode): Tree.ParentNode | null =>
  'parentNode' in node ? node.parentNode : null;

function closest(element: Element, name: string): Element | undefined {
  for (let at: Tree.ParentNode | null = element; at !== null; at = parentOf(at))
    if ('tagName' in at && at.tagName === name) return at;
  return undefined;
}

const textOf = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');

const wordsOf = (element: Element): string =>
  element.childNodes
    .map((child) => ('value' in child ? child.value : 'tagName' in child ? wordsOf(child) : ''))
    .join('');

const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;
const nameOf = (control: Element): string => attribute(control, 'name') ?? '';
const typeOf = (control: Element): string => (attribute(control, 'type') ?? 'text').toLowerCase();

function set(element: Element, name: string, value: string): void {
  element.attrs = [...element.attrs.filter((one) => one.name !== name), { name, value }];
}

function toggle(element: Element, name: string, isOn: boolean): void {
  element.attrs = element.attrs.filter((one) => one.name !== name);
  if (isOn) set(element, name, '');
}
