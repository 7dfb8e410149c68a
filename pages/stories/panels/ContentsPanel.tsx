import { useTranslations } from '../../../locales/react.tsx';
import type { ReadChapters } from '../../../server/domains/publishing/novels/chapters.ts';
import { chapterSpan, chapterSpans } from '../../../server/domains/publishing/novels/rules.ts';
import type { ReaderPage } from '../../../server/domains/reading/reader/queries-reader.ts';
import { minutesFor } from '../../../server/domains/reading/reader/reading-speed.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { HundredTabs } from '../../ui/Hundreds.tsx';
import { chapterAddress } from '../@slug/address.ts';
import { useStoryHref } from '../preview.ts';
import { BookSearch, type Found } from './BookSearch.tsx';
import css from './ContentsPanel.module.css';
import { Panel } from './Panel.tsx';
import { contentsAddress, usePanelHref } from './usePanelHref.ts';

/** Chapters of the episode. The browser marks what is read (islands/reading/stage/contents.ts). */
export function ContentsPanel({
  reading,
  content,
  found,
  isDraft,
}: {
  reading: ReaderPage;
  content: ReadChapters;
  found: Found | null;
  /** Previews have no search, notes, sharing or reporting. */
  isDraft: boolean;
}) {
  const t = useTranslations('reader');
  const tools = useTranslations('readerTools');
  const search = useTranslations('bookSearch');
  const href = useStoryHref();
  const panelHref = usePanelHref(reading);
  const { toc, chapter } = content;
  const span = chapterSpan(toc.length, chapter.number);
  const spans = chapterSpans(toc.length);
  const { storySlug: slug, number: episode, storyLanguage: language } = reading;
  return (
    <Panel name="contents" heading={t('contents')} note={t('chapters', { count: toc.length })}>
      {!isDraft && <BookSearch reading={reading} content={content} found={found} />}
      {spans.length > 1 && (
        <HundredTabs
          label={t('chapterHundreds')}
          spans={spans.map((each) => ({ ...each, from: each.first }))}
          shown={span.first}
          nameOf={(each) => t('chapterHundred', each)}
          hrefOf={(from) => href(contentsAddress(reading, from))}
        />
      )}
      <ol
        className={css.list}
        data-contents
        data-read={tools('read')}
        data-percent={t('percent', { percent: '{percent}' })}
      >
        {toc.slice(span.first - 1, span.last).map(({ id, number, title, characters }) => (
          <li key={id}>
            <a
              className={css.row}
              href={href(chapterAddress({ slug, number: episode }, number))}
              aria-current={number === chapter.number ? 'page' : undefined}
              data-chapter={number}
            >
              <b>{number}</b>
              <span className={css.title} lang={language} dir="auto">
                {title}
              </span>
              <span className={css.state} data-state>
                {t('minutes', { minutes: minutesFor(characters, language) })}
              </span>
            </a>
          </li>
        ))}
      </ol>
      <p className={css.all}>
        {!isDraft && (
          <LinkButton
            wide
            icon="download"
            href={`/api/episodes/epub/${reading.episodeId}`}
            download
            rel="nofollow"
          >
            {search('download')}
          </LinkButton>
        )}
        <LinkButton wide href={panelHref('episodes')} rel="nofollow">
          {t('allEpisodes')}
        </LinkButton>
        {/* Phones have no room for these in the bar. */}
        {!isDraft &&
          (['notes', 'share', 'report'] as const).map((name) => (
            <LinkButton key={name} wide href={panelHref(name)} rel="nofollow" className={css.rare}>
              {tools(name)}
            </LinkButton>
          ))}
      </p>
    </Panel>
  );
}
