import { translator } from '../../../locales/messages.ts';
import { address, feedOf } from '../../addresses.ts';
import { pageData } from '../../layout/data.ts';
import { contentPage } from '../../text/data.ts';
import { listNotes, noteOf } from '../notes.ts';

export const data = pageData((request) => {
  const { slug = '' } = request.params;
  const { head, content } = contentPage(request, `blog/${slug}`);
  const all = listNotes(request);
  const before = all[all.findIndex(({ name }) => name === content.name) + 1];
  const t = translator(request.locale, 'blog');
  return {
    head: { ...head, feed: { title: t('title'), path: feedOf(address('/blog')) } },
    note: noteOf(content),
    html: content.html,
    before: before === undefined ? null : noteOf(before),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
