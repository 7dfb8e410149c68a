import type { Content } from '../../server/content/schema.ts';
import { contentShelf } from '../../server/content/shelf.ts';
import { lastPart } from '../../server/lib/paths.ts';
import type { PageRequest } from '../layout/types.ts';

export const BLOG_TAGS = ['reading', 'creators', 'money', 'inside'] as const;
export type BlogTag = (typeof BLOG_TAGS)[number];

export const isBlogTag = (text: string): text is BlogTag => (BLOG_TAGS as readonly string[]).includes(text);

export type Note = {
  slug: string;
  title: string;
  description: string;
  /** YYYY-MM-DD */
  day: string;
  tags: readonly BlogTag[];
  minutes: number;
};

export const noteOf = (content: Content): Note => ({
  slug: lastPart(content.name) ?? content.name,
  title: content.title,
  description: content.description,
  day: content.published ?? content.changed,
  tags: content.tags.filter(isBlogTag),
  minutes: content.minutes,
});

/** All notes, newest first. The repository bounds their number. */
export const listNotes = ({ deps, locale }: Pick<PageRequest, 'deps' | 'locale'>): readonly Content[] =>
  contentShelf.of(deps).list(locale, 'blog');
