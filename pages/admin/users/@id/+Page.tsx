import { formatDate, formatNumber, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Entries } from '#pages/admin/Entries.tsx';
import { Standing } from '#pages/admin/Standing.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import type { Violation } from '#server/domains/platform/policy/rules.ts';
import type { Data } from './+data.ts';
import { Flags } from './Flags.tsx';

export default function Page({ data }: { data: Data }) {
  const { user } = data;
  const t = useTranslations('administration');
  const words = useTranslations('console');
  const href = useHref();
  return (
    <>
      <Breadcrumbs
        label={words('way')}
        items={[{ label: t('rooms.users'), href: href('/admin/users') }, { label: user.display_name }]}
      />
      <PageHead title={user.display_name} />
      <p>
        <Standing user={user} />
      </p>
      <div className={css.columns}>
        <div>
          <Facts user={user} />
          <Profile user={user} />
          <Has user={user} />
          <section aria-labelledby="entries" className={css.part}>
            <h2 id="entries">{t('aboutThem')}</h2>
            {user.actions.length === 0 ? <p>{t('noEntries')}</p> : <Entries actions={user.actions} />}
            <p>
              <a href={href(address('/admin/log', {}, { query: { subject: user.id } }))}>{t('allEntries')}</a>
            </p>
          </section>
        </div>
        <Flags data={data} />
      </div>
    </>
  );
}

function Facts({ user }: Pick<Data, 'user'>) {
  const t = useTranslations('administration');
  const href = useHref();
  const { last_used_at: used, comments_count: count, hidden_comments_count: hidden } = user;
  return (
    <dl className={css.facts}>
      <dt>{t('email')}</dt>
      <dd>
        {user.email}, {user.email_confirmed ? t('confirmed') : t('unconfirmed')}
      </dd>
      <dt>{t('memberSince')}</dt>
      <dd>{formatDate(user.created_at)}</dd>
      <dt>{t('signedIn')}</dt>
      <dd>
        {used === null
          ? t('nowhere')
          : t('devices', { date: formatDate(used), time: formatTime(used), count: user.sessions_count })}
      </dd>
      <dt>{t('secondFactor')}</dt>
      <dd>{user.second_factor ? t('on') : t('off')}</dd>
      <dt>{t('wrote')}</dt>
      <dd>{t('commentsCount', { count, hidden })}</dd>
      <dt>{t('coins')}</dt>
      <dd>
        <a href={href(address('/admin/wallets', {}, { query: { user: user.id } }))}>
          {formatNumber(user.wallet_coins)}
        </a>
      </dd>
      <dt>{t('zone')}</dt>
      <dd>
        {user.language} · {user.timezone}
      </dd>
      {user.founder_terms.length > 0 && (
        <>
          <dt>{t('founderTerms')}</dt>
          <dd>
            {user.founder_terms.map(({ since, until }) => (
              <span key={since}>
                {formatDate(since)} – {until && formatDate(until)}{' '}
              </span>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

function Profile({ user: { id } }: Pick<Data, 'user'>) {
  const t = useTranslations('administration');
  const subjects = useTranslations('statementSubjects');
  const href = useHref();
  return (
    <section aria-labelledby="profile" className={css.part}>
      <h2 id="profile">{t('profile')}</h2>
      <ul className={css.list}>
        {(['profile_text', 'profile_picture'] as const).map((type) => (
          <li key={type} className={css.row}>
            <a href={href(address('/admin/contents/@type/@id', { type, id }))} className={css.name}>
              {subjects(type)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Has({ user }: Pick<Data, 'user'>) {
  const t = useTranslations('administration');
  const categories = useTranslations('reportCategories');
  const href = useHref();
  return (
    <>
      {user.stories.length > 0 && (
        <section aria-labelledby="stories" className={css.part}>
          <h2 id="stories">{t('kindStories')}</h2>
          <ul className={css.list}>
            {user.stories.map(({ id, title, published }) => (
              <li key={id} className={css.row}>
                <a href={href(address('/admin/stories/@id', { id }))} className={css.name}>
                  <bdi>{title}</bdi>
                </a>
                <span className={css.small}>{published ? t('published') : t('unpublished')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {user.reports.length > 0 && (
        <section aria-labelledby="reports" className={css.part}>
          <h2 id="reports">{t('reportsAbout')}</h2>
          <ul className={css.list}>
            {user.reports.map(({ number, category, state, created_at: at }) => (
              <li key={number} className={css.row}>
                <span>
                  {t('reportNumber', { number })} · {categories(category as Violation)}
                </span>
                <span className={css.small}>
                  {t(`reportStates.${state as 'open'}`)} · {formatDate(at)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
