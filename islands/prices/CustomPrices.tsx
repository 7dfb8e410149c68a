import { useTranslations } from '../../locales/react.tsx';
import { classes } from '../../pages/ui/classes.ts';
import css from './Prices.module.css';
import type { PricedEpisode } from './preview.ts';

/** One field an episode; which of them are refused is marked. */
export function CustomPrices({
  episodes,
  language,
  wrong,
  describedBy,
}: {
  episodes: readonly PricedEpisode[];
  language: string;
  wrong: ReadonlySet<string>;
  describedBy: string;
}) {
  const t = useTranslations('prices');
  if (episodes.length === 0) return <p className={css.muted}>{t('noEpisodes')}</p>;
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('episode')}</th>
          <th scope="col" className={css.coins}>
            {t('coinsEach')}
          </th>
        </tr>
      </thead>
      <tbody>
        {episodes.map((episode) => {
          const isWrong = wrong.has(`prices.${episode.id}`);
          return (
            <tr key={episode.id}>
              <th scope="row" id={`title-${episode.id}`}>
                <b className={css.number}>{episode.number}</b>{' '}
                <span lang={language} dir="auto">
                  {episode.title}
                </span>
              </th>
              <td className={css.coins}>
                <input
                  className={classes(css.input, isWrong && css.wrong)}
                  name={`prices.${episode.id}`}
                  defaultValue={episode.custom_price}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={9}
                  aria-labelledby={`title-${episode.id} coins-unit`}
                  aria-invalid={isWrong || undefined}
                  aria-describedby={isWrong ? describedBy : undefined}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
