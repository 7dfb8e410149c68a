import ReadingProgress from '#islands/ReadingProgress.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useTranslations } from '#locales/react.tsx';
import { address } from '../../../addresses.ts';
import { useFrame } from '../../../layout/context.ts';
import { SkipLink } from '../../../layout/Shell.tsx';
import { classes } from '../../../ui/classes.ts';
import { DirectionPicture } from '../../../ui/DirectionPicture.tsx';
import { FirstScreenEnd } from '../../../ui/FirstScreenEnd.tsx';
import { storied } from '../../../ui/storyColour.ts';
import { useStoryHref } from '../../preview.ts';
import type { Data } from './+data.ts';
import { Chapters } from './Chapters.tsx';
import { ComicPages } from './ComicPages.tsx';
import { EndCard } from './EndCard.tsx';
import { Locked } from './Locked.tsx';
import css from './Page.module.css';
import { TopBar } from './TopBar.tsx';

/**
 * Continuous and vertical, without any script: a press on the pages is a press on the label of a checkbox, and that
 * checkbox puts the bars away or back. What needs a script, the place in the episode, is an island.
 */
export default function Page({ data: { reading } }: { data: Data }) {
  const t = useTranslations('reader');
  const directions = useTranslations('directions');
  const href = useStoryHref();
  const { preview } = useFrame();
  const { content, previous, next, colour, direction } = reading;
  const story = storied(colour ?? undefined);
  const isComic = content.kind === 'pages';
  const neighbour = (episode: typeof next) =>
    episode && {
      href: href(address('/stories/@slug/@number', { slug: reading.storySlug, number: episode.number })),
      number: episode.number,
      isPremium: episode.priceCoins > 0,
    };
  return (
    <div className={classes(css.reader, reading.isNovel && css.novel, story.className)} style={story.style}>
      <SkipLink />
      <TopBar reading={reading} />
      <main id="main" className={css.main}>
        {isComic && (
          <input type="checkbox" className={css.toggle} id="bars" autoComplete="off" aria-label={t('bars')} />
        )}
        {/* Before the pages, as the eye sees it: the bar lies over them. A look from the team is no reading: nothing is counted and no place is kept. */}
        {content.kind !== 'locked' && preview === null && !reading.isForTeam && (
          <Island
            name="ReadingProgress"
            component={ReadingProgress}
            props={{
              episodeId: reading.episodeId,
              unit: isComic ? 'page' : 'chapter',
              items: isComic ? content.pages.length : content.chapters.length,
              previous: neighbour(previous),
              next: neighbour(next),
            }}
          />
        )}
        <FirstScreenEnd />
        {isComic && direction === 'rtl' && (
          <p className={css.direction}>
            <DirectionPicture direction={direction} className={css.arrow} />
            {directions(direction)}
          </p>
        )}
        {content.kind === 'pages' && <ComicPages pages={content.pages} />}
        {content.kind === 'chapters' && <Chapters reading={reading} chapters={content.chapters} />}
        {content.kind === 'locked' && <Locked reading={reading} blurred={content.blurred} />}
        <EndCard reading={reading} />
      </main>
    </div>
  );
}
