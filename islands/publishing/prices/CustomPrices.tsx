import { useTranslations } from '../../../locales/react.tsx';
import { ErrorSummary } from '../../../pages/ui/ErrorSummary.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';
import { FieldScope } from '../../../pages/ui/FieldScope.tsx';
import css from './Prices.module.css';
import type { PricedEpisode } from './preview.ts';

/** One field per episode. Marks refused fields, and a summary links to them when there are several. */
export function CustomPrices({
  episodes,
  language,
  wrong,
  wrongBy,
}: {
  episodes: readonly PricedEpisode[];
  language: string;
  wrong: ReadonlySet<string>;
  wrongBy: string;
}) {
  const t = useTranslations('prices');
  const errors = useTranslations('errors');
  const refused = episodes
    .map(({ id, number, title }) => ({ name: `prices.${id}`, label: `${number} ${title}` }))
    .filter(({ name }) => wrong.has(name));
  if (episodes.length === 0) return <p className={css.muted}>{t('noEpisodes')}</p>;
  return (
    <FieldScope>
      {refused.length > 1 && (
        <ErrorSummary heading={errors('summary', { count: refused.length })} wrong={refused} />
      )}
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
            const name = `prices.${episode.id}`;
            const title = (
              <span lang={language} dir="auto">
                {episode.title}
              </span>
            );
            return (
              <tr key={episode.id}>
                <th scope="row">
                  <b className={css.number}>{episode.number}</b> {title}
                </th>
                <td className={css.coins}>
                  <TextField
                    label={
                      <>
                        {episode.number} {title} {t('coinsEach')}
                      </>
                    }
                    hideLabel
                    name={name}
                    defaultValue={episode.custom_price}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={9}
                    wrongBy={wrong.has(name) ? wrongBy : undefined}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </FieldScope>
  );
}
