import { addressOf as callAddress } from '../../../islands/api.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { ADMIN_ACTIONS } from '../../../server/domains/platform/audit/rules.ts';
import { address } from '../../addresses.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import css from '../Admin.module.css';
import { Entries } from '../Entries.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const { actions, next, administrators, actor, subject, deed, isFirst } = data;
  const t = useTranslations('administration');
  const href = useHref();
  const query = { actor, subject, deed };
  const file = { actor_id: actor ?? undefined, subject_id: subject ?? undefined, deed: deed ?? undefined };
  return (
    <>
      <PageHead
        title={t('rooms.log')}
        tools={
          <LinkButton
            icon="download"
            href={callAddress('GET /admin/log', { query: { ...file, format: 'csv' } })}
          >
            {t('csv')}
          </LinkButton>
        }
      />
      <p>{t('logLead')}</p>
      <form method="get" action={href('/admin/log')} className={css.find}>
        {subject && <input type="hidden" name="subject" value={subject} />}
        <SelectField
          label={t('who')}
          name="actor"
          defaultValue={actor ?? ''}
          options={[
            { value: '', label: t('everybody') },
            ...administrators.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label={t('deed')}
          name="deed"
          defaultValue={deed ?? ''}
          options={[
            { value: '', label: t('allActions') },
            ...ADMIN_ACTIONS.map((value) => ({ value, label: t(`actions.${value}`) })),
          ]}
        />
        <Button type="submit">{t('show')}</Button>
      </form>
      {actions.length === 0 ? <Empty heading={t('noEntries')} /> : <Entries actions={actions} level={2} />}
      <p className={css.actions}>
        {!isFirst && <LinkButton href={href(address('/admin/log', {}, { query }))}>{t('newest')}</LinkButton>}
        {next !== null && (
          <LinkButton href={href(address('/admin/log', {}, { query: { ...query, before: next } }))}>
            {t('older')}
          </LinkButton>
        )}
      </p>
    </>
  );
}
