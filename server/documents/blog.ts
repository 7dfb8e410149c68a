import { translator } from '../../locales/messages.ts';
import { address, feedOf } from '../../pages/addresses.ts';
import type { Content } from '../content/schema.ts';
import { contentShelf } from '../content/shelf.ts';
import { ATOM_TYPE, type AtomEntry, writeAtom } from '../lib/atom.ts';
import { lastPart } from '../lib/paths.ts';
import { product } from '../lib/product.ts';
import type { DocumentRequest, MachineDocument } from './document.ts';

/** Enough between two visits. The page lists all. */
const ENTRIES_MAX_COUNT = 20;

const momentOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const blogFeed: MachineDocument = {
  path: feedOf(address('/blog')),
  query: {},
  async load({ deps, locale, self, urlOf }) {
    const notes = contentShelf.of(deps).list(locale, 'blog').slice(0, ENTRIES_MAX_COUNT);
    const t = translator(locale, 'blog');
    const page = urlOf(address('/blog'));
    const body = writeAtom({
      id: page,
      title: `${t('title')} · ${product.name}`,
      subtitle: t('description'),
      language: locale,
      self,
      page,
      icon: `${deps.config.BASE_URL}/icon-512.png`,
      authors: [{ name: product.name, url: urlOf('/') }],
      updated: momentOf(notes[0]?.changed ?? '1970-01-01'),
      entries: notes.map((note) => entryOf(note, { baseUrl: deps.config.BASE_URL, urlOf })),
    });
    return { type: ATOM_TYPE, body, tags: [], geofilters: [] };
  },
};

function entryOf(
  { name, title, description, published, changed, tags, html, locale }: Content,
  { baseUrl, urlOf }: { baseUrl: string; urlOf: DocumentRequest['urlOf'] },
): AtomEntry {
  const url = urlOf(address('/blog/@slug', { slug: lastPart(name) ?? name }));
  return {
    id: url,
    title,
    url,
    published: momentOf(published ?? changed),
    updated: momentOf(changed),
    summary: description,
    // Feed readers show the HTML elsewhere, so links need the full address.
    html: html.replaceAll('href="/', `href="${baseUrl}/`),
    categories: tags,
    language: locale,
  };
}
