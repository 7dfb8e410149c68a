import type { Locale } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import type { Featured } from '../../server/domains/discovery/lists/featured.ts';
import { kept } from '../../server/lib/kept.ts';
import { address } from '../addresses.ts';
import { useStoryWords } from '../stories/labels.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Cover } from '../ui/Cover.tsx';
import { Flood } from '../ui/Flood.tsx';
import { Picture } from '../ui/Picture.tsx';
import { Title } from '../ui/Title.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import { GoOn } from './GoOn.tsx';
import css from './Hero.module.css';
import { heroSizes } from './heroSizes.ts';

const weekdays = kept(
  (locale: Locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
);

export function Hero({ featured }: { featured: Featured }) {
  const t = useTranslations('landing');
  const href = useHref();
  const words = useStoryWords();
  const locale = useLocale();
  const { slug, updatedToday, next, episodesCount, freeCount, firstNumber } = featured;
  const extent =
    freeCount === null
      ? t('extent', { count: episodesCount })
      : t('extentFree', { count: episodesCount, free: freeCount });
  const news = updatedToday
    ? t('updatedToday')
    : next && t('nextOn', { weekday: weekdays(locale).format(next.publishAt) });
  return (
    <Flood colour={featured.colour ?? undefined} className={css.hero}>
      <GoOn />
      <Wrap className={css.inside}>
        <div className={css.pictures}>
          <Cover
            picture={featured.cover}
            alt={t('cover', { title: featured.title })}
            sizes={heroSizes}
            priority="high"
            bare
            className={css.cover}
          />
          {featured.firstPage && (
            <Picture {...featured.firstPage} alt="" sizes="20rem" priority="lazy" className={css.page} />
          )}
        </div>
        <div className={css.text}>
          <p className={css.kind}>
            <b>
              {words.genre(featured.genre)} · {words.kind(featured.publicationType)}
            </b>
            {news && ` · ${news}`}
          </p>
          <Title size="huge" language={featured.language}>
            {featured.title}
          </Title>
          <p className={css.sentence} lang={featured.language} dir="auto">
            {featured.sentence}
          </p>
          <p className={css.by}>
            <a href={href(address('/profile/@slug', { slug: featured.authorSlug }))} dir="auto">
              {featured.author}
            </a>{' '}
            · {extent}
          </p>
          <div className={css.actions}>
            <LinkButton
              kind="ink"
              big
              href={href(address('/stories/@slug/@number', { slug, number: firstNumber }))}
            >
              {t('readEpisode', { number: firstNumber })}
            </LinkButton>
            <LinkButton
              kind="quiet"
              big
              className={css.about}
              href={href(address('/stories/@slug', { slug }))}
            >
              {t('about')}
            </LinkButton>
          </div>
        </div>
      </Wrap>
    </Flood>
  );
}
