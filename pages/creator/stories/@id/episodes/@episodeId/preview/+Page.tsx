import { useHref, useTranslations } from '../../../../../../../locales/react.tsx';
import { Pieces } from '../../../../../../stories/@slug/@number/Pieces.tsx';
import { Breadcrumbs } from '../../../../../../ui/Breadcrumbs.tsx';
import { Chips } from '../../../../../../ui/Chips.tsx';
import { classes } from '../../../../../../ui/classes.ts';
import { Notice } from '../../../../../../ui/Notice.tsx';
import type { Data } from './+data.ts';
import { type Look, lookQuery } from './look.ts';
import css from './Page.module.css';

/** An episode as its readers will see it, in every way of reading, before anybody else can. Scrolls and snaps without a script. */
export default function Page({ data }: { data: Data }) {
  const t = useTranslations('preview');
  const console = useTranslations('console');
  const href = useHref();
  const { of: story, episode, pages, look, total } = data;
  const editor = `/creator/stories/${story.id}/episodes/${episode.id}`;
  const chip = (change: Partial<Look>, label: string) => ({
    href: href(`${editor}/preview${lookQuery({ ...look, ...change })}`),
    label,
    current: Object.entries(change).every(([key, value]) => look[key as keyof Look] === value),
  });
  return (
    <>
      <Breadcrumbs
        label={console('way')}
        items={[
          { label: console('yourStories'), href: href('/creator/stories') },
          { label: story.title, href: href(`/creator/stories/${story.id}`) },
          { label: console('episodeNumber', { number: episode.number }), href: href(editor) },
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
        <Chips
          label={t('mode')}
          items={[chip({ mode: 'page_flip' }, t('flip')), chip({ mode: 'continuous' }, t('continuous'))]}
        />
        <Chips
          label={t('axis')}
          items={[chip({ axis: 'horizontal' }, t('horizontal')), chip({ axis: 'vertical' }, t('vertical'))]}
        />
        {look.axis === 'horizontal' && (
          <Chips
            label={t('direction')}
            items={[chip({ direction: 'ltr' }, t('ltr')), chip({ direction: 'rtl' }, t('rtl'))]}
          />
        )}
      </div>
      {pages.length < total && <Notice>{t('notReady', { count: total - pages.length })}</Notice>}
      {pages.length === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        <section
          className={classes(css.stage, css[look.axis], look.mode === 'page_flip' && css.flip)}
          dir={look.axis === 'horizontal' ? look.direction : 'ltr'}
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
