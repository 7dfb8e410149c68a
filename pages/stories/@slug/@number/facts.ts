/** What the reader says of another episode. */
import { formatNumber } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import type { EpisodeItem } from '#server/domains/reading/items.ts';
import type { EpisodeRowState } from '../../../ui/EpisodeRow.tsx';

/** What a heart says: how many there are, as a number with its unit, and for the script, once on a page, the same words with the number left open. */
export function useLikes() {
  const t = useTranslations('readerTools');
  return (likes: number, isSaidBefore = false) => ({
    'aria-label': t('likeOf', { count: formatNumber(likes) }),
    'data-likes': likes,
    'data-label': isSaidBefore ? undefined : t('likeOf', { count: '{count}' }),
  });
}

export function useEpisodeFacts({ isNovel }: { isNovel: boolean }) {
  const t = useTranslations('reader');
  return {
    of: (episode: EpisodeItem): string[] => [
      isNovel ? t('chapters', { count: episode.chaptersCount }) : t('pages', { count: episode.pagesCount }),
    ],
    stateOf: (episode: EpisodeItem): EpisodeRowState | undefined =>
      episode.priceCoins > 0
        ? { kind: 'price', amount: formatNumber(episode.priceCoins), unit: t('coins') }
        : undefined,
  };
}
