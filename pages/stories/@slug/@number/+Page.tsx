import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { useTranslations } from '#locales/react.tsx';
import { address } from '../../../addresses.ts';
import { useFrame } from '../../../layout/context.ts';
import { Notices } from '../../../layout/Notices.tsx';
import { SkipLink } from '../../../layout/Shell.tsx';
import { useHrefAndBack } from '../../../layout/useWayBack.ts';
import { classes } from '../../../ui/classes.ts';
import { FirstScreenEnd } from '../../../ui/FirstScreenEnd.tsx';
import { storied } from '../../../ui/storyColour.ts';
import { EpisodesPanel } from '../../panels/EpisodesPanel.tsx';
import { GlideBar } from '../../panels/GlideBar.tsx';
import { Help } from '../../panels/Help.tsx';
import { ReadingPanel } from '../../panels/ReadingPanel.tsx';
import { ReportPanel } from '../../panels/ReportPanel.tsx';
import { SharePanel } from '../../panels/SharePanel.tsx';
import { usePanelHref } from '../../panels/usePanelHref.ts';
import { useStoryHref } from '../../preview.ts';
import { RATING_ANCHOR } from '../../Rating.tsx';
import { Stage } from '../../stage/Stage.tsx';
import type { Data } from './+data.ts';
import { Chapters } from './Chapters.tsx';
import { EndCard } from './EndCard.tsx';
import { EndDeeds } from './EndDeeds.tsx';
import { EndMore } from './EndMore.tsx';
import { Interstitial, slotAfter } from './Interstitial.tsx';
import { Locked } from './Locked.tsx';
import css from './Page.module.css';
import { Paid } from './Paid.tsx';
import { ReaderBar } from './ReaderBar.tsx';
import { TopBar } from './TopBar.tsx';

/**
 * Complete without a script: a press on the pages is a press on the label of a checkbox, and that checkbox puts the bars away or
 * back. The reader's script wakes the whole of it (islands/stage).
 */
export default function Page({ data }: { data: Data }) {
  const { reading, url, similar, hasPanels, ads, adFrameUrl, balanceCoins, isPaid, appUrl, canSave } = data;
  const t = useTranslations('reader');
  const tools = useTranslations('readerTools');
  const href = useStoryHref();
  const { preview } = useFrame();
  const panelHref = usePanelHref(reading);
  const toSignIn = useHrefAndBack();
  const { content, previous, next, colour, storySlug: slug, number, priceCoins } = reading;
  const name = `${reading.storyTitle} ${number} · ${reading.title}`;
  const canShare = preview === null;
  const episode = address('/stories/@slug/@number', { slug, number });
  const story = storied(colour ?? undefined);
  const isComic = content.kind === 'pages';
  // A look from the team is no reading: nothing is counted and no place is kept.
  const isReading = content.kind !== 'locked' && preview === null && !reading.isForTeam;
  const toRating = { query: { panels: 1 }, hash: RATING_ANCHOR };
  const ratingHref = hasPanels
    ? `#${RATING_ANCHOR}`
    : href(address('/stories/@slug/@number', { slug, number }, toRating));
  const deeds = isReading && (
    <EndDeeds reading={reading} shareHref={panelHref('share')} ratingHref={ratingHref} />
  );
  const more = isReading && hasPanels && next === null && <EndMore reading={reading} similar={similar} />;
  return (
    <PlainIsland
      name="stage"
      facts={{
        slug,
        number: String(number),
        direction: reading.direction,
        ...(preview === null && { storyId: reading.storyId }),
        ...(isReading && { episodeId: reading.episodeId }),
      }}
    >
      <div className={classes(css.reader, reading.isNovel && css.novel, story.className)} style={story.style}>
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
          {/* Before the pages, as the eye sees it: the bar lies over them. */}
          {content.kind !== 'locked' && (
            <ReaderBar
              unit={isComic ? 'page' : 'chapter'}
              items={isComic ? content.pages.length : content.chapters.length}
              previous={previous}
              next={next}
              canShare={canShare}
              panelHref={panelHref}
              likeHref={isReading ? toSignIn('/sign_in') : null}
              likes={reading.likesCount}
              hrefOf={(to) => href(address('/stories/@slug/@number', { slug, number: to }))}
            />
          )}
          <FirstScreenEnd />
          {content.kind === 'pages' && (
            <Stage
              pages={content.pages}
              label={t('stage')}
              lang={reading.storyLanguage}
              after={(page) =>
                ads.length > 0 &&
                slotAfter(page, content.pages.length) !== null && (
                  <Interstitial
                    slot={page}
                    ads={ads}
                    author={reading.author.displayName}
                    frameUrl={adFrameUrl}
                  />
                )
              }
              end={<EndCard reading={reading} deeds={deeds} more={more} />}
            />
          )}
          {content.kind === 'chapters' && <Chapters reading={reading} chapters={content.chapters} />}
          {content.kind === 'locked' && (
            <Locked reading={reading} blurred={content.blurred} balanceCoins={balanceCoins} appUrl={appUrl} />
          )}
          {isPaid && balanceCoins !== null && <Paid balanceCoins={balanceCoins} />}
          {!isComic && <EndCard reading={reading} deeds={deeds} more={more} />}
        </main>
        {isComic && isReading && (
          <p className={css.hint} data-resume hidden>
            <button type="button">{tools('resume', { page: '{page}' })}</button>
          </p>
        )}
        {isComic && reading.direction === 'rtl' && (
          <p className={css.hint} data-hint hidden>
            {tools('turned')} <button type="button">{tools('gotIt')}</button>
          </p>
        )}
        {hasPanels && <EpisodesPanel reading={reading} canSave={canSave} />}
        {hasPanels && isComic && <ReadingPanel reading={reading} />}
        {hasPanels && canShare && (
          <SharePanel
            name={name}
            note={priceCoins > 0 ? tools('premium', { count: priceCoins }) : tools('freeToRead')}
            picture={reading.here?.thumbnail}
            url={url}
            hasPages={isComic}
          />
        )}
        {hasPanels && canShare && (
          <ReportPanel
            subject={{ type: 'episode', id: reading.episodeId }}
            title={name}
            back={episode}
            page={address('/stories/@slug/@number', { slug, number }, { query: { panels: 1 } })}
          />
        )}
        {hasPanels && isComic && <GlideBar />}
        {hasPanels && isComic && <Help />}
      </div>
    </PlainIsland>
  );
}
