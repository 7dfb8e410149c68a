import { translator } from '../../locales/messages.ts';
import { holdsAll, markWords, wordsOf } from '../../server/lib/found-words.ts';
import { escapeText } from '../../server/lib/prose/escape.ts';
import { pageData } from '../layout/data.ts';
import { contentPage } from '../text/data.ts';

export const data = pageData((request) => {
  const { head, content } = contentPage(request, 'faq');
  const { locale, query } = request;
  const phrase = query.get('q');
  const words = wordsOf(phrase ?? '');
  const groups = content.sections.map(({ id, heading, parts }) => ({
    id,
    heading,
    questions: parts
      .filter((part) => holdsAll(`${part.heading}\n${part.text}`, words))
      .map((part) => ({
        id: part.id,
        question: markWords(escapeText(part.heading), words),
        answer: markWords(part.html, words),
      })),
  }));
  const t = translator(locale, 'faq');
  return {
    head: phrase === null ? head : { ...head, title: t('found', { phrase }) },
    title: content.heading,
    lead: content.lead,
    phrase: words.length > 0 ? phrase : null,
    groups: groups.filter(({ questions }) => questions.length > 0),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
