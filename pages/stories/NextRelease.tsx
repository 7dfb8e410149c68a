import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { formatDate, formatTime, type Locale } from '../../locales/index.ts';
import { useLocale, useTranslations } from '../../locales/react.tsx';
import type { NextRelease as Release } from '../../server/domains/reading/announced.ts';
import { kept } from '../../server/lib/kept.ts';

const weekdays = kept(
  (locale: Locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
);

type NextReleaseProps = {
  release: Release;
  /** Stands before it and goes with it. */
  lead: string;
};

/** When the next episode comes, as its creators have told: in UTC, and with a script by the reader's own clock (islands/when). */
export function NextRelease({ release: { number, publishAt }, lead }: NextReleaseProps) {
  const t = useTranslations('story');
  const locale = useLocale();
  const moment = `${weekdays(locale).format(publishAt)} ${formatDate(publishAt)} ${formatTime(publishAt)} UTC`;
  return (
    <PlainIsland name="when">
      {t.rich('nextRelease', {
        // In the text, since React marks the place between two texts.
        lead,
        number,
        moment,
        when: (chunks) => <time dateTime={publishAt.toISOString().replace(/(:00)?\.000/, '')}>{chunks}</time>,
      })}
    </PlainIsland>
  );
}
