import { useDirections } from '#islands/useDirections.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Pieces } from '#pages/stories/@slug/@number/Pieces.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { classes } from '#pages/ui/classes.ts';
import { Notice } from '#pages/ui/Notice.tsx';
import { PickLinks } from '#pages/ui/Picks.tsx';
import { DIRECTIONS } from '#server/domains/reading/rules.ts';
import type { Data } from './+data.ts';
import css from './Page.module.css';

/** An episode as its readers will see it, in every way of reading, before anybody else can. Scrolls and snaps without a script. */
export default function Page({ data }: { data: Data }) {
  const t = useTranslations('preview');
  const tConsole = useTranslations('console');
  const href = useHref();
  const { of: story, episode, pages, direction, total } = data;
  const directions = useTranslations('directions');
  const directionFor = useDirections();
  const place = { id: story.id, episodeId: episode.id };
  const editor = address('/creator/stories/@id/episodes/@episodeId', place);
  const isSideways = direction === 'ltr' || direction === 'rtl';
  return (
    <>
      <Breadcrumbs
        label={tConsole('way')}
        items={[
          { label: tConsole('yourStories'), href: href('/creator/stories') },
          { label: story.title, href: href(address('/creator/stories/@id', { id: story.id })) },
          { label: tConsole('episodeNumber', { number: episode.number }), href: href(editor) },
          { label: t('title') },
        ]}
      />
      <h1 className={css.title}>
        {episode.number} ·{' '}
        <span lang={story.language} dir="auto">
          {episode.title}
        </span>
      </h1>
      <div className={css.ways}>
        <PickLinks
          label={directions('legend')}
          options={DIRECTIONS.map(directionFor)}
          value={direction}
          hrefOf={(direction) =>
            href(address('/creator/stories/@id/episodes/@episodeId/preview', place, { query: { direction } }))
          }
        />
      </div>
      {pages.length < total && <Notice>{t('notReady', { count: total - pages.length })}</Notice>}
      {pages.length === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        <section
          className={classes(css.stage, isSideways ? css.sideways : css[direction])}
          dir={direction === 'rtl' ? 'rtl' : 'ltr'}
          aria-label={t('stage')}
          // What scrolls is reached and moved by keys; not every browser sees to that by itself.
          tabIndex={0}
        >
          {pages.map((page) => (
            <div key={page.id} className={css.item}>
              <Pieces page={page} sizes="(width >= 60rem) 40rem, 100vw" className={css.page} />
            </div>
          ))}
        </section>
      )}
      {pages.length > 0 && <p className={css.hint}>{t('hint')}</p>}
    </>
  );
}
