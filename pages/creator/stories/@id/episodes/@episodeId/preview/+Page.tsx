import { useDirections } from '#islands/publishing/useDirections.tsx';
import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Stage } from '#pages/stories/stage/Stage.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { PickLinks } from '#pages/ui/Picks.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

/** An episode as readers will see it, in every reading direction. Scrolls and snaps without a script. */
export default function Page({ data }: { data: Data }) {
  const t = useTranslations('preview');
  const tConsole = useTranslations('console');
  const href = useHref();
  const { of: story, episode, pages, direction, total } = data;
  const directions = useTranslations('directions');
  const directionFor = useDirections();
  const place = { id: story.id, episodeId: episode.id };
  const editor = address('/creator/stories/@id/episodes/@episodeId', place);
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
          options={data.directions.map(directionFor)}
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
        <PlainIsland name="stage">
          <Stage pages={pages} label={t('stage')} lang={story.language} boxed />
        </PlainIsland>
      )}
      {pages.length > 0 && <p className={css.hint}>{t('hint')}</p>}
    </>
  );
}
