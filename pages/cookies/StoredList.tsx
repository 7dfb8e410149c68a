import { useTranslations } from '../../locales/react.tsx';
import { DAY_MS, MINUTE_MS } from '../../server/lib/durations.ts';
import css from './Page.module.css';
import { type Stored, stored } from './stored.ts';

type Group = keyof typeof stored;

export function StoredList() {
  const t = useTranslations('cookies');
  return (Object.keys(stored) as Group[]).map((group) => (
    <section key={group} className={css.group} aria-labelledby={group}>
      <h2 id={group}>{t(`groups.${group}`)}</h2>
      <dl className={css.list}>
        {Object.entries<readonly Stored[]>(stored[group]).map(([key, items]) => (
          <div key={key} className={css.item}>
            <dt>
              {items.map((item) => (
                <span key={item.name + item.place} className={css.name}>
                  <code>{item.name}</code> <StoredFor item={item} />
                </span>
              ))}
            </dt>
            <dd>{t(`stored.${key as 'session'}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function StoredFor({ item: { place, lastsMs } }: { item: Stored }) {
  const t = useTranslations('cookies');
  if (lastsMs === undefined) return <small>{t(`places.${place}`)}</small>;
  const unit = lastsMs < DAY_MS ? 'minutes' : 'days';
  const count = lastsMs / (unit === 'days' ? DAY_MS : MINUTE_MS);
  return (
    <small>
      {t('places.cookie')}, {t(unit, { count })}
    </small>
  );
}
