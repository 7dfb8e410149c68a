import { formatNumber } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import type { EpisodeItem } from '#server/domains/reading/reader/episode-rows.ts';
import type { EpisodeRowState } from '../../../ui/EpisodeRow.tsx';

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
