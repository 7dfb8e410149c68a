import { formatDate, formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Cover } from '../../../pages/ui/Cover.tsx';
import { coverFacts } from '../../../pages/ui/coverFacts.ts';
import { Icon } from '../../../pages/ui/Icon.tsx';
import { Rows } from '../../../pages/ui/Rows.tsx';
import { VisuallyHidden } from '../../../pages/ui/VisuallyHidden.tsx';
import css from './Prices.module.css';
import type { PreviewRow } from './preview.ts';

export function Preview({
  rows,
  total,
  language,
}: {
  rows: readonly PreviewRow[];
  total: number;
  language: string;
}) {
  const t = useTranslations('prices');
  return (
    <section className={css.preview} aria-labelledby="seen">
      <h2 id="seen">{t('seen')}</h2>
      {total === 0 && <p className={css.muted}>{t('seenNothing')}</p>}
      <Rows>
        {rows.map((row) => (
          <div key={row.id} className={css.row}>
            <Cover
              picture={coverFacts(row.thumbnail_url, 100)}
              sizes="3rem"
              priority="lazy"
              className={css.thumbnail}
            />
            <span className={css.name}>
              <b className={css.number}>{row.number}</b>{' '}
              <span lang={language} dir="auto">
                {row.title}
              </span>
              {row.freeAt && (
                <small className={css.muted}>{t('freeFrom', { date: formatDate(row.freeAt) })}</small>
              )}
            </span>
            <Price coins={row.coins} />
          </div>
        ))}
      </Rows>
      {rows.length < total && <p className={css.muted}>{t('some', { shown: rows.length, total })}</p>}
    </section>
  );
}

function Price({ coins }: { coins: number | null }) {
  const t = useTranslations('prices');
  if (coins === null) return <span className={css.muted}>–</span>;
  if (coins === 0) return <span className={css.muted}>{t('free')}</span>;
  return (
    <span className={css.price}>
      <Icon name="lock" />
      {formatNumber(coins)}
      <VisuallyHidden> {t('coins')}</VisuallyHidden>
    </span>
  );
}
