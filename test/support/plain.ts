/**
 * A visitor without scripts: requests pages from the application, follows links, and sends forms as in the HTML
 * Standard (4.10.22). Without browser and port, a page costs milliseconds. Layout and scripts are not covered.
 */
import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import type { FastifyInstance } from 'fastify';
import { JSDOM } from 'jsdom';
import type { Account } from './app.ts';

const ORIGIN = 'http://tsuzuki.test';
const REDIRECTS_MAX_COUNT = 5;

export type Plain = {
  /** Status of the page after all redirects. */
  goto(path: string): Promise<number>;
  /** Reloads like a browser: a form is sent again. */
  again(): Promise<number>;
  document(): Document;
  /** Path and query. */
  at(): string;
  headers(): Record<string, unknown>;
  /** The only element with this role and name. Otherwise throws with the candidates. */
  get(role: string, name?: string | RegExp, within?: Element): HTMLElement;
  all(role: string, name?: string | RegExp, within?: Element): HTMLElement[];
  /** The only field with this label. */
  field(label: string | RegExp): HTMLInputElement;
  fill(label: string | RegExp, value: string): void;
  choose(label: string | RegExp, isOn?: boolean): void;
  /** Selects an option by its text or value. */
  select(label: string | RegExp, option: string): void;
  /** Attaches a file to a field, given by its label or itself. */
  attach(what: string | RegExp | HTMLInputElement, file: File): void;
  /** Follows a link or presses a button, given by its name or itself. */
  press(what: string | RegExp | HTMLElement): Promise<number>;
  /** Text of the page, with collapsed white space. */
  text(within?: Element): string;
  cookies: Map<string, string>;
};

const FIELDS = ['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox', 'checkbox', 'radio'];
/** Elements that are absent until something opens them, or without script. */
const CLOSED = '[hidden],template,dialog:not([open]),[data-needs-js]';

/** Names are computed without style sheets. */
const nameOf = (element: Element): string =>
  computeAccessibleName(element, { getComputedStyle: () => UNSTYLED })
    .replace(/\s+/g, ' ')
    .trim();
const UNSTYLED = { getPropertyValue: () => '' } as unknown as CSSStyleDeclaration;

const isNamed = (element: Element, name: string | RegExp | undefined): boolean => {
  if (name === undefined) return true;
  const own = nameOf(element);
  return typeof name === 'string' ? own === name : name.test(own);
};

export const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Like `textOf`, with a space between elements that styles separate. */
export function wordsOf(element: Element): string {
  const texts = [...element.childNodes].map((node) => {
    if (node.nodeType === node.TEXT_NODE) return node.textContent ?? '';
    const isRead = node.nodeType === node.ELEMENT_NODE && !(node as Element).matches('script,style,template');
    return isRead ? ` ${wordsOf(node as Element)} ` : '';
  });
  return texts.join('').replace(/\s+/g, ' ').trim();
}

/** Requests with cookies like a browser, and follows redirects to a page. */
function connect(app: FastifyInstance, always: Record<string, string>, cookies: Map<string, string>) {
  return async function ask(url: URL, sent?: Sent, redirects = 0) {
    if (url.origin !== ORIGIN) throw new Error(`leads to another site: ${url.href}`);
    if (redirects > REDIRECTS_MAX_COUNT) throw new Error(`goes round in circles at ${url.pathname}`);
    const reply = await app.inject({
      method: sent ? 'POST' : 'GET',
      url: url.pathname + url.search,
      payload: sent?.body,
      headers: {
        accept: 'text/html',
        host: url.host,
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...always,
        ...(sent && { 'content-type': sent.type, origin: ORIGIN }),
      },
    });
    for (const { name, value, maxAge, expires } of reply.cookies) {
      const isOver = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (isOver) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { location } = reply.headers;
    if (reply.statusCode >= 300 && reply.statusCode < 400 && location !== undefined)
      return ask(new URL(String(location), url), undefined, redirects + 1);
    return {
      url,
      status: reply.statusCode,
      headers: reply.headers as Record<string, unknown>,
      body: reply.body,
    };
  };
}

export function visitPlainly(
  app: FastifyInstance,
  { as, headers: always = {} }: { as?: Account; headers?: Record<string, string> } = {},
): Plain {
  const cookies = new Map<string, string>();
  if (as) cookies.set('auth_token', as.token).set('signed_in', '1');
  const { window } = new JSDOM('');
  const { document: page } = window;
  let address = new URL(ORIGIN);
  let headers: Record<string, unknown> = {};
  const connection = connect(app, always, cookies);

  let again = (): Promise<number> => ask(address);
  async function ask(to: URL, sent?: Sent): Promise<number> {
    const reply = await connection(to, sent);
    address = reply.url;
    // After a redirect, only the target page is reloaded.
    again = () => (reply.url.href === to.href ? ask(to, sent) : ask(reply.url));
    headers = reply.headers;
    page.open();
    page.write(reply.body);
    page.close();
    return reply.status;
  }

  const all: Plain['all'] = (role, name, within = page.documentElement) =>
    [...within.querySelectorAll<HTMLElement>('*')].filter(
      (element) => getRole(element) === role && element.closest(CLOSED) === null && isNamed(element, name),
    );

  const only = (found: HTMLElement[], what: string, others: () => HTMLElement[]): HTMLElement => {
    const [first] = found;
    if (found.length === 1 && first) return first;
    const there = others().map(nameOf);
    throw new Error(`${found.length} of ${what} at ${address.pathname}; there are ${there.join(', ')}`);
  };

  const get: Plain['get'] = (role, name, within) =>
    only(all(role, name, within), `${role} ${name}`, () => all(role, undefined, within));

  // Some fields have no role of their own.
  const fields = (label?: string | RegExp) =>
    [...page.querySelectorAll<HTMLElement>('input,select,textarea,[role]')].filter(
      (each) =>
        (FIELDS.includes(getRole(each) ?? '') || each.matches('[type=password],[type=file],[type=date]')) &&
        each.closest(CLOSED) === null &&
        isNamed(each, label),
    );
  const field = (label: string | RegExp) =>
    only(fields(label), `field ${label}`, () => fields()) as HTMLInputElement;

  return {
    cookies,
    goto: (path) => ask(new URL(path, ORIGIN)),
    again: () => again(),
    document: () => page,
    at: () => address.pathname + address.search,
    headers: () => headers,
    all,
    get,
    field,
    fill(label, value) {
      const found = field(label);
      if (found.matches('[type=checkbox],[type=radio]')) throw new Error('that is chosen, not filled');
      found.value = value;
    },
    choose(label, isOn = true) {
      field(label).checked = isOn;
    },
    select(label, option) {
      const options = [...field(label).querySelectorAll('option')];
      const chosen = options.find((each) => textOf(each) === option || each.value === option);
      if (!chosen) throw new Error(`no ${option} among ${options.map(textOf).join(', ')}`);
      chosen.selected = true;
    },
    attach(what, file) {
      attached.set(typeof what === 'string' || what instanceof RegExp ? field(what) : what, file);
    },
    async press(what) {
      const links = () => [...all('link', ofName(what)), ...all('button', ofName(what))];
      const element =
        what instanceof window.HTMLElement ? what : only(links(), `link or button ${what}`, links);
      const href = element.getAttribute('href');
      if (href !== null) return ask(new URL(href, address));
      const { form } = element as HTMLButtonElement;
      if (form === null) throw new Error(`“${textOf(element)}” does nothing without a script`);
      const { url, sent } = await encoded(form, element, address);
      return ask(url, sent);
    },
    text: (within = page.body) => textOf(within),
  };
}

const ofName = (what: string | RegExp | HTMLElement) =>
  typeof what === 'string' || what instanceof RegExp ? what : undefined;

/** jsdom cannot put a file into its fields. */
const attached = new WeakMap<Element, File>();

type Sent = { type: string; body: Buffer };

/** Encodes the request a browser would send. Throws when validation would refuse. */
async function encoded(
  form: HTMLFormElement,
  button: HTMLElement,
  address: URL,
): Promise<{ url: URL; sent?: Sent }> {
  const url = new URL(button.getAttribute('formaction') ?? form.getAttribute('action') ?? '', address);
  const wrong = form.noValidate ? undefined : [...form.elements].find((each) => !isValid(each));
  if (wrong) throw new Error(`a browser would not send “${nameOf(wrong)}”`);
  const entries = entriesOf(form, button);
  const words = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  if ((button.getAttribute('formmethod') ?? form.method).toLowerCase() === 'get') {
    url.search = words;
    return { url };
  }
  if (form.enctype !== 'multipart/form-data')
    return { url, sent: { type: 'application/x-www-form-urlencoded', body: Buffer.from(words) } };
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  const reply = new Response(data);
  const type = reply.headers.get('content-type') ?? '';
  return { url, sent: { type, body: Buffer.from(await reply.arrayBuffer()) } };
}

const isValid = (element: Element): boolean =>
  attached.has(element) || !('checkValidity' in element) || (element as HTMLInputElement).checkValidity();

/** The standard's entry list, without unnamed and disabled controls. */
function entriesOf(form: HTMLFormElement, button: HTMLElement): [string, string | File][] {
  const entries: [string, string | File][] = [];
  for (const element of form.elements) {
    const control = element as HTMLInputElement;
    if (!control.name || control.matches(':disabled')) continue;
    const isButton = control.matches('button,[type=submit],[type=button],[type=reset],[type=image]');
    if (isButton ? control !== button : control.matches('[type=checkbox],[type=radio]') && !control.checked)
      continue;
    if (control.type === 'file') entries.push([control.name, attached.get(control) ?? new File([], '')]);
    else if (control.matches('select'))
      for (const option of control.querySelectorAll<HTMLOptionElement>('option'))
        option.selected && entries.push([control.name, option.value]);
    else entries.push([control.name, control.value]);
  }
  return entries;
}
