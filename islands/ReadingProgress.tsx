import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../locales/react.tsx';
import { Icon } from '../pages/ui/Icon.tsx';
import { IconButton } from '../pages/ui/IconButton.tsx';
import { Ticks } from '../pages/ui/Ticks.tsx';
import css from './ReadingProgress.module.css';
import { watchReading } from './reading.ts';
import { tellOfView } from './viewing.ts';

type Neighbour = { href: string; number: number; isPremium: boolean } | null;

export type ReadingProgressProps = {
  episodeId: string;
  /** Pages have a bar with ticks; chapters only the line at the foot of the screen. */
  unit: 'page' | 'chapter';
  items: number;
  previous: Neighbour;
  next: Neighbour;
};

/** The place in the episode (RDR-18). The bars themselves are put away by the page's checkbox, with or without this. */
export default function ReadingProgress({ episodeId, unit, items, previous, next }: ReadingProgressProps) {
  const t = useTranslations('reader');
  const [item, setItem] = useState(1);
  const line = useRef<HTMLElement>(null);
  const reading = useRef<ReturnType<typeof watchReading>>(null);

  useEffect(() => {
    const watching = watchReading({
      unit,
      onItem: setItem,
      onShare: (share) => line.current?.style.setProperty('width', `${share * 100}%`),
    });
    reading.current = watching;
    return () => watching.stop();
  }, [unit]);

  useEffect(() => tellOfView(episodeId), [episodeId]);

  const go = (to: number) => reading.current?.goTo(Math.min(items, Math.max(1, to)));
  const place =
    unit === 'page'
      ? t('place', { page: item, pages: items })
      : t('chapterPlace', { page: item, pages: items });
  return (
    <>
      <div
        className={css.hair}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={1}
        aria-valuemax={items}
        aria-valuenow={item}
        aria-valuetext={place}
      >
        <i ref={line} />
      </div>
      {unit === 'page' && (
        <footer className={css.bar} data-bar data-leads-on={Boolean(previous || next)}>
          <div className={css.place} data-needs-js>
            <IconButton
              icon="chevron-left"
              label={t('previousPage')}
              disabled={item <= 1}
              onClick={() => go(item - 1)}
            />
            <div className={css.ticks}>
              <span aria-hidden="true">
                <Ticks label={place} pages={items} page={item} />
              </span>
              <input
                type="range"
                aria-label={t('progress')}
                aria-valuetext={place}
                min={1}
                max={items}
                value={item}
                onChange={(event) => go(Number(event.currentTarget.value))}
              />
            </div>
            <b className={css.count} aria-hidden="true">
              {item} / {items}
            </b>
            <IconButton
              icon="chevron-right"
              label={t('nextPage')}
              disabled={item >= items}
              onClick={() => go(item + 1)}
            />
          </div>
          {previous && (
            <a
              className={css.previous}
              href={previous.href}
              rel="prev"
              aria-label={t('previousEpisode', { number: previous.number })}
            >
              <Icon name="skip-back" />
              {t('episode', { number: previous.number })}
            </a>
          )}
          {next && (
            <a
              className={css.next}
              href={next.href}
              rel="next"
              aria-label={t('nextEpisode', { number: next.number })}
            >
              {t('episode', { number: next.number })}
              <Icon name={next.isPremium ? 'lock' : 'arrow-right'} />
            </a>
          )}
        </footer>
      )}
    </>
  );
}
