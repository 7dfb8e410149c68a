import { formatDate, formatNumber } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address, feedOf } from '../addresses.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Chips } from '../ui/Chips.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import { Drawing } from './Drawing.tsx';
import css from './NoteList.module.css';
import type { BlogTag, Note } from './notes.ts';

type NoteListProps = {
  tag: BlogTag | null;
  notes: readonly Note[];
  counts: readonly { tag: BlogTag; count: number }[];
};

export function NoteList({ tag, notes, counts }: NoteListProps) {
  const t = useTranslations('blog');
  const href = useHref();
  const [first, ...others] = notes;
  const tags = counts
    .filter(({ count }) => count > 0)
    .map(({ tag: each, count }) => ({
      href: href(address('/blog/tags/@tag', { tag: each })),
      label: t(`tags.${each}`),
      count: formatNumber(count),
      current: each === tag,
    }));
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1 className={css.title}>{tag === null ? t('title') : t('tagTitle', { tag: t(`tags.${tag}`) })}</h1>
      <div className={css.bar}>
        <Chips
          label={t('tagsOf')}
          items={[{ href: href('/blog'), label: t('everything'), current: tag === null }, ...tags]}
        />
        <LinkButton kind="quiet" icon="rss" href={href(feedOf(address('/blog')))}>
          {t('feed')}
        </LinkButton>
      </div>
      {first && (
        <a className={css.lead} href={href(address('/blog/@slug', { slug: first.slug }))}>
          <Drawing tag={first.tags[0]} />
          <div className={css.words}>
            <Facts note={first} />
            <h2>{first.title}</h2>
            <p>{first.description}</p>
          </div>
        </a>
      )}
      {others.length > 0 && (
        <ul className={css.notes}>
          {others.map((note) => (
            <li key={note.slug}>
              <a className={css.note} href={href(address('/blog/@slug', { slug: note.slug }))}>
                <Facts note={note} />
                <h2>{note.title}</h2>
                <p>{note.description}</p>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Wrap>
  );
}

function Facts({ note }: { note: Note }) {
  const t = useTranslations('blog');
  const [tag] = note.tags;
  return (
    <span className={css.facts}>
      <time dateTime={note.day}>{formatDate(note.day)}</time>
      <span>
        {tag && `${t(`tags.${tag}`)} · `}
        {t('minutes', { count: note.minutes })}
      </span>
    </span>
  );
}
