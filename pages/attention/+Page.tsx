import { ActionForm } from '../../islands/ActionForm.tsx';
import { addressOf as callAddress } from '../../islands/api.ts';
import { formatDate, formatNumber } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { FOUNDER_BASIS_POINTS, USUAL_BASIS_POINTS } from '../../server/domains/income/revenue/rules.ts';
import { KEPT_MONTHS } from '../../server/domains/reading/reading-time/rules.ts';
import { monthName } from '../../server/lib/months.ts';
import { address } from '../addresses.ts';
import { ListPager } from '../creator/ListPager.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { Given } from './Given.tsx';
import { useWords } from './labels.ts';
import { Months } from './Months.tsx';
import css from './Page.module.css';
import { Caption, Shelf } from './Shelf.tsx';

/** A reader's month: where time and coins went. Private. */
export default function Page({ data }: { data: Data }) {
  const t = useTranslations('attention');
  const href = useHref();
  const { month, last_month: last, page, pages, total } = data;
  const hrefOf = (to: number) =>
    href(
      address(
        '/attention',
        {},
        { query: { month: month === last ? null : month, page: to === 1 ? null : to } },
      ),
    );
  return (
    <Wrap as="main" id="main" className={css.main}>
      <div className={css.line}>
        <Months data={data} />
        {total > 0 && (
          <LinkButton
            kind="quiet"
            icon="download"
            href={callAddress('GET /user/attention/export', { query: { month } })}
            download
          >
            {t('export')}
          </LinkButton>
        )}
      </div>
      {total === 0 ? <Nothing data={data} /> : <Opening data={data} />}
      {data.seconds > 0 && (
        <>
          <Shelf data={data} />
          <Caption data={data} />
        </>
      )}
      {total > 0 && <Given data={data} />}
      <ListPager page={Math.min(page, pages)} pages={pages} hrefOf={hrefOf} />
      <div className={css.columns}>
        <Rules data={data} />
        <Choice counted={data.counted} />
      </div>
    </Wrap>
  );
}

const useMonth = ({ month }: Data): string => monthName(month, useLocale());

function Nothing({ data }: { data: Data }) {
  const t = useTranslations('attention');
  const month = useMonth(data);
  if (!data.counted)
    return (
      <Empty level={1} heading={t('off')}>
        {t('offText')}
      </Empty>
    );
  const isNow = data.month === data.last_month;
  return (
    <Empty level={1} heading={t(isNow ? 'emptyNow' : 'empty', { month })}>
      {isNow && t('emptyText')}
    </Empty>
  );
}

function Opening({
  data: { seconds, coins, unlocked, ads, ads_micros: micros, total: count },
}: {
  data: Data;
}) {
  const t = useTranslations('attention');
  const words = useWords();
  const people = t('people', { count, number: formatNumber(count) });
  const episodes = t('episodes', { count: unlocked, number: formatNumber(unlocked) });
  const given = { count: coins, number: formatNumber(coins) };
  const shown = { count: ads, number: formatNumber(ads) };
  const more = [
    coins > 0 && (seconds > 0 ? t('andCoins', { ...given, episodes }) : t('coinsOpened', { episodes })),
    ads > 0 &&
      (micros === null ? t('adsOpen', shown) : t('adsBrought', { ...shown, amount: words.amount(micros) })),
    t('nobody'),
  ];
  return (
    <div className={css.opening}>
      <h1>
        {seconds > 0 || coins === 0
          ? t('given', { people, time: words.time(seconds) })
          : t('coinsGiven', { ...given, people })}
      </h1>
      <p className={css.lead}>{more.filter(Boolean).join(' ')}</p>
    </div>
  );
}

function Rules({ data }: { data: Data }) {
  const t = useTranslations('attention');
  const month = useMonth(data);
  const shares = { usual: USUAL_BASIS_POINTS / 100, founder: FOUNDER_BASIS_POINTS / 100, month };
  const finalAt = data.ads_final_at;
  return (
    <section className={css.slip} aria-labelledby="how">
      <h2 id="how">{t('how')}</h2>
      <ul className={css.rules}>
        <li>{t('minuteRule')}</li>
        <li>
          {finalAt === null
            ? t('adsWaiting', shares)
            : t('adsFinal', { ...shares, date: formatDate(finalAt, data.timezone) })}
        </li>
        <li>{t('coinsRule')}</li>
        <li>{t('retention', { count: KEPT_MONTHS })}</li>
      </ul>
    </section>
  );
}

/** A button in a form acts at once without a script. */
function Choice({ counted }: { counted: boolean }) {
  const t = useTranslations('attention');
  const href = useHref();
  return (
    <section className={css.slip} aria-labelledby="yours">
      <h2 id="yours">{t('yours')}</h2>
      <ActionForm call="PUT /user/attention" className={css.choice}>
        <span>
          <b id="count">{t('count')}</b>
          <small id="count-note">{t('countNote')}</small>
        </span>
        <button
          type="submit"
          role="switch"
          name="counted"
          value={String(!counted)}
          aria-checked={counted}
          aria-labelledby="count"
          aria-describedby="count-note"
          className={css.switch}
        />
      </ActionForm>
      <p>
        <a className={css.link} href={href('/wallet')}>
          {t('entries')}
        </a>
      </p>
    </section>
  );
}
