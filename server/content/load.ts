/** Texts of locales/content, read once per process. A broken text stops the start. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notFound } from '../lib/errors.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../lib/locale.ts';
import { ContentError, parseContent } from './parse.ts';
import type { Content } from './schema.ts';
import type { ContentShelf } from './shelf.ts';

const FOLDER = join(import.meta.dirname, '../../locales/content');

export function readShelf(folder: string): ContentShelf {
  const shelves = new Map(LOCALES.map((locale) => [locale, readLanguage(join(folder, locale), locale)]));
  const first = shelves.get(DEFAULT_LOCALE) ?? new Map<string, Content>();
  for (const contents of shelves.values()) refuseDeadEnds(contents, first);
  const find = (locale: Locale, name: string): Content => {
    const content = shelves.get(locale)?.get(name) ?? first.get(name);
    if (content === undefined) throw notFound('not_found');
    return content;
  };
  return {
    find,
    list: (locale, under) =>
      [...first.keys()]
        .filter((name) => name.startsWith(`${under}/`))
        .map((name) => find(locale, name))
        .sort((one, other) => dayOf(other).localeCompare(dayOf(one)) || one.name.localeCompare(other.name)),
  };
}

const dayOf = ({ published, changed }: Content): string => published ?? changed;

function readLanguage(folder: string, locale: Locale): Map<string, Content> {
  const names = globSync('**/*.md', { cwd: folder }).map((file) => file.replace(/\.md$/, ''));
  return new Map(
    names.sort().map((name) => {
      const text = readFileSync(join(folder, `${name}.md`), 'utf8');
      return [name, parseContent({ name, locale, text })];
    }),
  );
}

/** Refuses a link to a part of another text when it has no such heading. */
function refuseDeadEnds(contents: ReadonlyMap<string, Content>, first: ReadonlyMap<string, Content>): void {
  for (const { name, locale, links } of contents.values()) {
    for (const link of links) {
      const [path = '', id] = link.slice(1).split('#');
      const target = contents.get(path) ?? first.get(path);
      if (id === undefined || target === undefined) continue;
      const ids = target.sections.flatMap((section) => [section.id, ...section.parts.map((part) => part.id)]);
      if (!ids.includes(id))
        throw new ContentError(`locales/content/${locale}/${name}.md: no heading is at ${link}`);
    }
  }
}

let shelf: ContentShelf | null = null;

export function ownContent(): ContentShelf {
  shelf ??= readShelf(FOLDER);
  return shelf;
}
