import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { useTranslations } from '#locales/react.tsx';
import { address } from '../../../addresses.ts';
import { useFrame } from '../../../layout/context.ts';
import { Notices } from '../../../layout/Notices.tsx';
import { SkipLink } from '../../../layout/Shell.tsx';
import { useHrefAndBack } from '../../../layout/useWayBack.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { FirstScreenEnd } from '../../../ui/FirstScreenEnd.tsx';
import { storied } from '../../../ui/storyColour.ts';
import { usePanelHref } from '../../panels/usePanelHref.ts';
import { useStoryHref } from '../../preview.ts';
import { RATING_ANCHOR } from '../../Rating.tsx';
import { pageAnchor } from '../../stage/anchors.ts';
import notes from '../../stage/Notes.module.css';
import { NoteWords } from '../../stage/NoteWords.tsx';
import { Stage } from '../../stage/Stage.tsx';
import { chapterAddress, episodeAddress } from '../address.ts';
import type { Data } from './+data.ts';
import { Chapter } from './Chapter.tsx';
import { ChapterBar } from './ChapterBar.tsx';
import { ChapterEnd } from './ChapterEnd.tsx';
import { ChapterIsland } from './ChapterIsland.tsx';
import { EndActions } from './EndActions.tsx';
import { EndCard } from './EndCard.tsx';
import { EndMore } from './EndMore.tsx';
import { Interstitial, slotAfter } from './Interstitial.tsx';
import { KeptNotice } from './KeptNotice.tsx';
import { Locked } from './Locked.tsx';
import looks from './Looks.module.css';
import { Note } from './Note.tsx';
import css from './Page.module.css';
import { Paid } from './Paid.tsx';
import { ReaderBar } from './ReaderBar.tsx';
import { ReaderPanels } from './ReaderPanels.tsx';
import { TopBar } from './TopBar.tsx';

/**
 * Works without a script: a press on the pages toggles a hidden checkbox, which hides or shows the bars. The reader's
 * script takes over (islands/reading/stage).
 */
function Told() {
  const t = useTranslations('readerTools');
  const words = { 'data-failed': t('subscribeFailed'), 'data-late': t('likeTooLate') };
  return <p className={css.hint} role="status" data-told {...words} hidden />;
}

export default function Page({ data }: { data: Data }) {
  const { reading, similar, hasPanels, ads, firstSlot, adFrameUrl, isPaid, sold } = data;
  const t = useTranslations('reader');
  const tools = useTranslations('readerTools');
  const href = useStoryHref();
  const { preview } = useFrame();
  const panelHref = usePanelHref(reading);
  const toSignIn = useHrefAndBack();
  const { content, previous, next, colour, storySlug: slug, number } = reading;
  const canShare = preview === null;
  const story = storied(colour ?? undefined);
  const isComic = content.kind === 'pages';
  // Team views are not readings: nothing is counted or remembered.
  const isReading = content.kind !== 'locked' && preview === null && !reading.isForTeam;
  const toRating = { query: { panels: 1 }, hash: RATING_ANCHOR };
  const ratingHref = hasPanels
    ? `#${RATING_ANCHOR}`
    : href(address('/stories/@slug/@number', { slug, number }, toRating));
  const end = isReading && (
    <EndActions reading={reading} shareHref={panelHref('share')} ratingHref={ratingHref} />
  );
  const interstitial = (slot: number, onHref?: string) => (
    <Interstitial
      slot={slot}
      ads={ads}
      episodeId={reading.episodeId}
      isFirst={slot === firstSlot}
      author={reading.author.displayName}
      frameUrl={adFrameUrl}
      {...(onHref !== undefined && { onHref })}
    />
  );
  const before =
    isComic && previous
      ? href(
          address(
            '/stories/@slug/@number',
            { slug, number: previous.number },
            { hash: pageAnchor(previous.pagesCount) },
          ),
        )
      : undefined;
  const chapterHref = (chapter: number) => href(chapterAddress({ slug, number }, chapter));
  const at = content.kind === 'chapters' ? content.chapter.number : 1;
  const isBetween = content.kind === 'chapters' && at < content.toc.length;
  const back = useBack(reading, chapterHref);
  const more = isReading && hasPanels && next === null && <EndMore reading={reading} similar={similar} />;
  return (
    <PlainIsland
      name="stage"
      // Novels do not use the stage. Scripts around them load on touch.
      {...(content.kind === 'chapters' && { wake: 'touch' })}
      facts={{
        slug,
        number: String(number),
        direction: reading.direction,
        ...(reading.format && { format: reading.format }),
        ...(preview === null && { storyId: reading.storyId }),
        ...(isReading && { episodeId: reading.episodeId }),
        ...(isComic && { notes: reading.episodeId }),
      }}
    >
      <div
        className={classes(
          css.reader,
          reading.isNovel && css.novel,
          reading.isNovel && looks.looks,
          isComic && notes.pages,
          story.className,
        )}
        style={story.style}
      >
        <SkipLink />
        <TopBar reading={reading} canShare={canShare} />
        <main id="main" className={css.main}>
          <Notices />
          {isComic && (
            <input
              type="checkbox"
              className={css.toggle}
              id="bars"
              autoComplete="off"
              aria-label={t('bars')}
            />
          )}
          {/* Before the pages, since the bar is visually above them. */}
          {isComic && (
            <ReaderBar
              items={content.pages.length}
              before={before}
              previous={previous}
              next={next}
              canShare={canShare}
              panelHref={panelHref}
              likeHref={isReading ? toSignIn('/sign_in') : null}
              likes={reading.likesCount}
              hrefOf={(to) => href(address('/stories/@slug/@number', { slug, number: to }))}
            />
          )}
          {content.kind === 'chapters' && <ChapterBar reading={reading} content={content} />}
          {content.kind !== 'chapters' && <FirstScreenEnd />}
          {content.kind === 'pages' && (
            <Stage
              pages={content.pages}
              label={t('stage')}
              lang={reading.storyLanguage}
              after={(page) =>
                ads.length > 0 && slotAfter(page, content.pages.length) !== null && interstitial(page)
              }
              end={<EndCard reading={reading} actions={end} more={more} />}
              before={before}
            />
          )}
          {content.kind === 'chapters' && (
            <ChapterIsland content={content}>
              <Chapter reading={reading} content={content} slot={ads.length > 0 ? interstitial : undefined} />
            </ChapterIsland>
          )}
          {content.kind === 'chapters' && <Note reading={reading} content={content} />}
          {content.kind === 'locked' && <Locked reading={reading} blurred={content.blurred} {...sold} />}
          {reading.isKept && <KeptNotice />}
          {isPaid && sold.wallet !== null && <Paid balanceCoins={sold.wallet.balance} />}
          {isBetween && (
            <ChapterEnd reading={reading} content={content} hrefOf={chapterHref} actions={end} back={back} />
          )}
          {!isComic && !isBetween && <EndCard reading={reading} actions={end} more={more} back={back} />}
        </main>
        {isComic && isReading && (
          <p className={css.hint} data-resume hidden>
            <button type="button">{tools('resume', { page: '{page}' })}</button>
          </p>
        )}
        <Told />
        {isComic && <NoteWords />}
        {content.kind === 'chapters' && isReading && (
          <p className={css.hint} data-resume hidden>
            <a href={chapterHref(1)}>{tools('resumeChapter', { page: '{page}' })}</a>
          </p>
        )}
        {isComic && reading.direction.startsWith('rtl') && (
          <p className={css.hint} data-hint hidden>
            {tools('turned')} <button type="button">{tools('gotIt')}</button>
          </p>
        )}
        {hasPanels && <ReaderPanels data={data} canShare={canShare} />}
      </div>
    </PlainIsland>
  );
}

const lastChapterOf = (slug: string, { number, chaptersCount }: NonNullable<Data['reading']['previous']>) =>
  episodeAddress({ slug, number }, { chapter: chaptersCount > 1 ? chaptersCount : null });

/** Link to the chapter before, or the last one of the previous episode. The episode's end already has this link. */
function useBack(
  { content, previous, storySlug }: Data['reading'],
  chapterHref: (chapter: number) => string,
) {
  const t = useTranslations('reader');
  const href = useStoryHref();
  const at = content.kind === 'chapters' ? content.chapter.number : 1;
  if (at > 1)
    return (
      <LinkButton rel="prev" href={chapterHref(at - 1)}>
        {t('previousChapter', { number: at - 1 })}
      </LinkButton>
    );
  if (content.kind !== 'chapters' || at === content.toc.length || !previous) return null;
  return (
    <LinkButton rel="prev" href={href(lastChapterOf(storySlug, previous))}>
      {t('previousEpisode', { number: previous.number })}
    </LinkButton>
  );
}
