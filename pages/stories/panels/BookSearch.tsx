import { Fragment } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import type { ReadChapters } from '../../../server/domains/publishing/novels/chapters.ts';
import type { ReaderPage } from '../../../server/domains/reading/reader/queries-reader.ts';
import { BOOK_QUERY_MAX_LENGTH } from '../../../server/domains/reading/reader/rules.ts';
import type { FoundInBook, Hit } from '../../../server/domains/reading/reader/search.ts';
import { address } from '../../addresses.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { chapterAddress } from '../@slug/address.ts';
import { useStoryHref } from '../preview.ts';
import css from './BookSearch.module.css';
import { hitHash } from './hits.ts';
import { panelAnchor } from './Panel.tsx';

export type Found = FoundInBook & { phrase: string };

/** Search form with hits. With a script, hits appear while typing (islands/reading/continuous/find.ts). */
export function BookSearch({
  reading,
  content,
  found,
}: {
  reading: ReaderPage;
  content: ReadChapters;
  found: Found | null;
}) {
  const t = useTranslations('bookSearch');
  const href = useStoryHref();
  const { storySlug: slug, number, storyLanguage: language } = reading;
  const open = { count: '{count}', phrase: '{phrase}' };
  const here = address('/stories/@slug/@number', { slug, number }, { hash: panelAnchor('contents') });
  const chapter = content.chapter.number;
  return (
    <div
      className={css.finder}
      data-find={reading.episodeId}
      data-none={t('none', open)}
      data-one={t('one', open)}
      data-some={t('some', open)}
      data-beyond={t('more', open)}
      data-failed={t('failed')}
      data-busy={t('busy')}
    >
      <search>
        <form className={css.ask} action={href(here)}>
          {chapter > 1 && <input type="hidden" name="chapter" value={chapter} />}
          <input type="hidden" name="panels" value="1" />
          <input
            className={css.input}
            type="search"
            name="search"
            defaultValue={found?.phrase}
            maxLength={BOOK_QUERY_MAX_LENGTH}
            placeholder={t('field')}
            aria-label={t('field')}
            autoComplete="off"
            required
          />
          <IconButton type="submit" icon="search" label={t('go')} className={css.go} />
        </form>
      </search>
      <p className={css.told} role="status" data-told>
        {found && <Told found={found} />}
      </p>
      <div className={css.hits} data-hits>
        {found &&
          byChapter(found.hits).map(({ number: of, title, hits }) => (
            <Fragment key={of}>
              <ChapterOfHits name={`${of} · ${title}`} count={hits.length} language={language} />
              {hits.map((hit) => (
                <HitLink
                  key={hit.at}
                  href={href(chapterAddress({ slug, number }, of, hitHash(hit)))}
                  parts={partsOf(hit)}
                  language={language}
                />
              ))}
            </Fragment>
          ))}
      </div>
      <template data-hits-of>
        <ChapterOfHits name="" count={0} language={language} />
      </template>
      <template data-hit>
        <HitLink href="" parts={['', '', '']} language={language} />
      </template>
    </div>
  );
}

function Told({ found: { hits, hasMore, phrase } }: { found: Found }) {
  const t = useTranslations('bookSearch');
  const values = { count: String(hits.length), phrase };
  if (hits.length === 0) return t('none', values);
  if (hasMore) return t('more', values);
  return hits.length === 1 ? t('one', values) : t('some', values);
}

function ChapterOfHits({ name, count, language }: { name: string; count: number; language: string }) {
  return (
    <h3>
      <span lang={language} dir="auto">
        {name}
      </span>
      <small>{count}</small>
    </h3>
  );
}

type Parts = readonly [before: string, hit: string, behind: string];

const partsOf = ({ excerpt, mark: { from, to } }: Hit): Parts => [
  excerpt.slice(0, from),
  excerpt.slice(from, to),
  excerpt.slice(to),
];

function HitLink({ href, parts, language }: { href: string; parts: Parts; language: string }) {
  const [before, hit, behind] = parts;
  return (
    <a href={href} lang={language} dir="auto">
      <span>{before}</span>
      <mark>{hit}</mark>
      <span>{behind}</span>
    </a>
  );
}

type ChapterHits = Hit['chapter'] & { hits: Hit[] };

function byChapter(hits: readonly Hit[]): ChapterHits[] {
  const groups: ChapterHits[] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last?.id === hit.chapter.id) last.hits.push(hit);
    else groups.push({ ...hit.chapter, hits: [hit] });
  }
  return groups;
}
