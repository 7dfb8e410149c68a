import { formatDate } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { Html } from '../../text/Html.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import { Drawing } from '../Drawing.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data: { note, html, before } }: { data: Data }) {
  const t = useTranslations('blog');
  const href = useHref();
  const [first] = note.tags;
  const tagHref = (tag: (typeof note.tags)[number]) => href(address('/blog/tags/@tag', { tag }));
  const blog = { label: t('short'), href: href('/blog') };
  return (
    <Wrap as="main" id="main">
      <article className={css.post}>
        <Breadcrumbs
          label={t('path')}
          items={first ? [blog, { label: t(`tags.${first}`), href: tagHref(first) }] : [blog]}
        />
        <h1 className={css.title}>{note.title}</h1>
        <p className={css.byline}>
          <time dateTime={note.day}>{formatDate(note.day)}</time>
          <span>{t('minutes', { count: note.minutes })}</span>
        </p>
        <Drawing tag={first} className={css.drawing} />
        <Html className={css.text} html={html} />
        <div className={css.tags}>
          <Chips
            label={t('tagsOf')}
            items={note.tags.map((tag) => ({ href: tagHref(tag), label: t(`tags.${tag}`) }))}
          />
        </div>
        <nav className={css.turn} aria-label={t('more')}>
          {before && (
            <a href={href(address('/blog/@slug', { slug: before.slug }))} rel="prev">
              <small>{t('before')}</small>
              {before.title}
            </a>
          )}
          <a className={css.all} href={href('/blog')}>
            <small>{t('all')}</small>
            {t('title')}
          </a>
        </nav>
      </article>
    </Wrap>
  );
}
