/** The way from an ePub to the chapters of an episode. */
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { LinkButton } from '../../pages/ui/Button.tsx';

export type BookEntranceProps = {
  place: { id: string; episodeId: string };
  /** How far the book is that is read for the episode. */
  book: string | null;
};

export function BookEntrance({ place, book }: BookEntranceProps) {
  const t = useTranslations('epub');
  const href = useHref();
  const words = {
    reading: t('entranceReading'),
    found: t('entranceFound'),
    refused: t('entranceRefused'),
  };
  const isInHand = (state: string): state is keyof typeof words => state in words;
  return (
    <span>
      <LinkButton
        kind="quiet"
        icon="book-up"
        href={href(address('/creator/stories/@id/episodes/@episodeId/epub', place))}
      >
        {book !== null && isInHand(book) ? words[book] : t('entrance')}
      </LinkButton>
    </span>
  );
}
