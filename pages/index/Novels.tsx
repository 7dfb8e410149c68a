import { useHref, useTranslations } from '../../locales/react.tsx';
import type { Introduced } from '../../server/domains/discovery/lists/queries-landing.ts';
import { address } from '../addresses.ts';
import { Cover } from '../ui/Cover.tsx';
import { SectionHead, type SectionHeadProps } from '../ui/SectionHead.tsx';
import css from './Novels.module.css';

export function Novels({ novels, more }: { novels: readonly Introduced[]; more: SectionHeadProps['more'] }) {
  const t = useTranslations('landing');
  const href = useHref();
  return (
    <section id="novels">
      <SectionHead heading={t('novels')} more={more} />
      <ul className={css.list} data-count={novels.length}>
        {novels.map((novel) => (
          <li key={novel.id} className={css.novel}>
            <Cover picture={novel.cover} sizes="7rem" priority="lazy" className={css.cover} />
            <div>
              {novel.sentence && (
                <blockquote className={css.sentence} lang={novel.language} dir="auto">
                  {quoted(novel.sentence, novel.language)}
                </blockquote>
              )}
              <p className={css.by}>
                <a
                  className={css.title}
                  href={href(address('/stories/@slug', { slug: novel.slug }))}
                  lang={novel.language}
                >
                  {novel.title}
                </a>{' '}
                ·{' '}
                <a
                  className={css.author}
                  href={href(address('/profile/@slug', { slug: novel.authorSlug }))}
                  dir="auto"
                >
                  {novel.author}
                </a>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Quotes in the language's style, unless the sentence has its own quotation marks. */
function quoted(sentence: string, language: string): string {
  if (/^["'“„«»‚‘]/.test(sentence)) return sentence;
  return language === 'de' ? `„${sentence}“` : `“${sentence}”`;
}
