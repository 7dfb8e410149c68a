/** Fills ICU messages compiled by icu-minify. Types come from use-intl, which reads the English text. */
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import type { useTranslations } from 'use-intl';
import { isolated } from '../server/lib/isolate.ts';
import { kept } from '../server/lib/kept.ts';
import { type Locale, locales } from '../server/lib/locale.ts';

/** Texts of a language by namespace: `texts('story')('pages', { count: 3 })`; `.rich` renders tags as elements. */
export type Texts = typeof useTranslations;

export type Tree = { readonly [key: string]: CompiledMessage | Tree };

const cardinals = kept((formats: string) => new Intl.PluralRules(formats));
const ordinals = kept((formats: string) => new Intl.PluralRules(formats, { type: 'ordinal' }));
const numbers = kept((formats: string) => new Intl.NumberFormat(formats));

/** Our texts contain no formats: dates and amounts arrive as text. */
const options = {
  formatters: {
    getPluralRules: (formats: unknown, { type }: Intl.PluralRulesOptions = {}) =>
      type === 'ordinal' ? ordinals(String(formats)) : cardinals(String(formats)),
    getNumberFormat: (formats: unknown) => numbers(String(formats)),
    getDateTimeFormat(): never {
      throw new Error('dates come as text');
    },
  },
};

/** `read` turns a leaf into a message: compiling on the server, a no-op in the browser. */
export function makeTexts(
  locale: Locale,
  tree: Tree,
  read: (leaf: never) => CompiledMessage = (leaf) => leaf,
): Texts {
  const { formats } = locales[locale];
  return kept((namespace) => makeTranslator({ tree, namespace: String(namespace), formats, read })) as Texts;
}

type Source = {
  tree: Tree;
  namespace: string;
  formats: string;
  read: (leaf: never) => CompiledMessage;
};

function makeTranslator({ tree, namespace, formats, read }: Source) {
  const known = new Map<string, CompiledMessage>();

  function find(key: string): CompiledMessage | undefined {
    let message = known.get(key);
    if (message === undefined) {
      const leaf = leafAt(tree, `${namespace}.${key}`.split('.'));
      if (leaf === undefined) return undefined;
      message = read(leaf as never);
      known.set(key, message);
    }
    return message;
  }

  function fill<Element>(key: string, values: FormatValues<Element> | undefined) {
    const message = find(key);
    if (typeof message === 'string') return message;
    if (message !== undefined) return format<Element>(message, formats, isolate(values), options);
    console.error(new Error(`no text is called ${namespace}.${key}`));
    return `${namespace}.${key}`;
  }

  const translate = (key: string, values?: FormatValues<string>): string => {
    const text = fill<string>(key, values);
    return typeof text === 'string' ? text : text.join('');
  };
  const rich = (key: string, values?: FormatValues<ReactNode>): ReactNode =>
    createElement(Fragment, null, ...[fill<ReactNode>(key, values)].flat());
  return Object.assign(translate, { rich, has: (key: string) => find(key) !== undefined });
}

/** Isolates the text direction of names and titles. */
function isolate<Element>(values: FormatValues<Element> | undefined): FormatValues<Element> | undefined {
  if (values === undefined) return undefined;
  const known = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(value) : value,
  ]);
  return Object.fromEntries(known) as FormatValues<Element>;
}

function leafAt(tree: Tree, steps: readonly string[]): unknown {
  let at: unknown = tree;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return typeof at === 'string' || Array.isArray(at) ? at : undefined;
}
