/** Puts what was typed, and what is wrong with it, back into the form of a page (ERR-11). Knows only HTML. */
import {
  html,
  parse,
  serialize,
  type DefaultTreeAdapterTypes as Tree,
  defaultTreeAdapter as tree,
} from 'parse5';
import type { RefusedForm } from '../lib/forms.ts';

type Element = Tree.Element;

/** Forms stand in `noscript` too, so that is read as whoever runs no script reads it. */
const OPTIONS = { scriptingEnabled: false };
/** Never given back: secrets, files, and what the form itself has to say. */
const KEPT_BACK = ['password', 'file', 'hidden', 'submit', 'button', 'image', 'reset'];

/** The page with its form filled; null when it holds no form that was sent there. */
export function fillRefusedForm(page: string, refused: RefusedForm): string | null {
  const document = parse(page, OPTIONS);
  const forms = find(document, 'form').filter((form) => attribute(form, 'action') === refused.action);
  const form = forms.find((one) => controlsOf(one).some((control) => nameOf(control) in refused.values));
  if (form === undefined) return null;
  const controls = controlsOf(form);
  const left = new Map(Object.entries(refused.values).map(([name, value]) => [name, [value].flat()]));
  for (const control of controls) fill(control, left.get(nameOf(control)) ?? [], refused);
  const wrong = Object.entries(refused.fields).map(([name, messages]) =>
    tell(form, controls, { name, messages }),
  );
  const first = controls.find((control) => wrong.includes(control));
  if (first !== undefined) set(first, 'autofocus', '');
  // It stands as it was sent. A script would draw it anew without what was typed.
  for (let at: Tree.ParentNode | null = form; at !== null; at = parentOf(at)) {
    if (!('tagName' in at) || at.tagName !== 'tsuzuki-island') continue;
    set(at, 'awake', '');
    set(at, 'wake', 'touch');
  }
  const [root] = find(document, 'html');
  if (root !== undefined) set(root, 'data-address', refused.address);
  return serialize(document, OPTIONS);
}

function fill(control: Element, values: string[], { values: all }: RefusedForm): void {
  const type = typeOf(control);
  if (KEPT_BACK.includes(type)) return;
  if (type === 'checkbox' || type === 'radio') {
    toggle(control, 'checked', values.includes(attribute(control, 'value') ?? 'on'));
  } else if (nameOf(control) in all) {
    // Of several fields with one name each takes its own.
    const value = (values.length > 1 ? values.shift() : values[0]) ?? '';
    if (control.tagName === 'select') {
      for (const option of find(control, 'option'))
        toggle(option, 'selected', (attribute(option, 'value') ?? textOf(option)) === value);
    } else if (control.tagName === 'textarea') {
      control.childNodes = [];
      // The first line break after the tag is none of the text (HTML 13.1.2.5).
      tree.insertText(control, value.startsWith('\n') ? `\n${value}` : value);
    } else set(control, 'value', value);
  }
}

/** Under the field, or on top of the form where it has none of this name; answers the control that is meant. */
function tell(
  form: Element,
  controls: readonly Element[],
  { name, messages }: { name: string; messages: readonly string[] },
): Element | undefined {
  const own = controls.filter((control) => {
    const called = nameOf(control);
    return typeOf(control) !== 'hidden' && (called === name || called.startsWith(`${name}.`));
  });
  const id = `refused-${name.replaceAll(/\W/g, '-')}`;
  const list = tree.createElement('ul', html.NS.HTML, [
    { name: 'class', value: 'refused' },
    { name: 'id', value: id },
  ]);
  for (const message of messages) {
    const item = tree.createElement('li', html.NS.HTML, []);
    tree.insertText(item, message);
    tree.appendChild(list, item);
  }
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
  } else if (form.childNodes[0]) tree.insertBefore(form, list, form.childNodes[0]);
  return first;
}

const controlsOf = (form: Element): Element[] =>
  find(form, 'input', 'textarea', 'select').filter((control) => nameOf(control) !== '');

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
