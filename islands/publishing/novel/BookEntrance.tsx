import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { LinkButton } from '../../../pages/ui/Button.tsx';
import type { EpisodeBook } from '../../../server/domains/publishing/novels/books/queries.ts';
import css from './BookEntrance.module.css';
import { OriginalLink } from './OriginalLink.tsx';

export type BookEntranceProps = {
  place: { id: string; episodeId: string };
  book: EpisodeBook;
  mayEdit: boolean;
};

export function BookEntrance({ place, book: { state, original }, mayEdit }: BookEntranceProps) {
  const t = useTranslations('epub');
  const href = useHref();
  const words = {
    reading: t('entranceReading'),
    found: t('entranceFound'),
    refused: t('entranceRefused'),
  };
  return (
    <span className={css.ways}>
      {mayEdit && (
        <LinkButton
          kind="quiet"
          icon="book-up"
          href={href(address('/creator/stories/@id/episodes/@episodeId/epub', place))}
        >
          {state === 'reading' || state === 'found' || state === 'refused' ? words[state] : t('entrance')}
        </LinkButton>
      )}
      {original !== null && <OriginalLink episodeId={place.episodeId} original={original} />}
    </span>
  );
}
