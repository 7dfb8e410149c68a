import { translator } from '../../locales/messages.ts';
import { address, feedOf } from '../addresses.ts';
import type { PageRequest } from '../layout/types.ts';
import { BLOG_TAGS, type BlogTag, listNotes, noteOf } from './notes.ts';

export function blogData(request: Pick<PageRequest, 'deps' | 'locale'>, tag: BlogTag | null) {
  const t = translator(request.locale, 'blog');
  const all = listNotes(request).map(noteOf);
  return {
    head: {
      title: tag === null ? t('title') : t('tagTitle', { tag: t(`tags.${tag}`) }),
      description: tag === null ? t('description') : t(`tagTexts.${tag}`),
      feed: { title: t('title'), path: feedOf(address('/blog')) },
    },
    tag,
    notes: tag === null ? all : all.filter(({ tags }) => tags.includes(tag)),
    counts: BLOG_TAGS.map((each) => ({
      tag: each,
      count: all.filter(({ tags }) => tags.includes(each)).length,
    })),
  };
}
