import { ActionForm } from '../../islands/ActionForm.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import Report from '../../islands/safety/Report.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { REPORT_CATEGORIES, REPORT_TEXT_MAX_LENGTH } from '../../server/domains/safety/reports/rules.ts';
import { type Address, address, withBack } from '../addresses.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

/** Reports a comment, reply or person. Stories and episodes use a panel. */
export default function Page({ data: { subject, back, isVisitor, here } }: { data: Data }) {
  const t = useTranslations('report');
  const href = useHref();
  if (isVisitor)
    return (
      <Wrap as="main" id="main">
        <Empty
          heading={t('visitor')}
          level={1}
          actions={<LinkButton href={href(withBack('/sign_in', here))}>{t('signIn')}</LinkButton>}
        >
          {t('visitorHint')} {t('unlawful')} <a href={href('/report_illegal_content')}>{t('unlawfulLink')}</a>
        </Empty>
      </Wrap>
    );
  if (subject === null)
    return (
      <Wrap as="main" id="main">
        <Empty
          heading={t('nothing')}
          level={1}
          actions={<LinkButton href={href('/')}>{t('home')}</LinkButton>}
        >
          {t('nothingHint')}
        </Empty>
      </Wrap>
    );
  const { type, id, title } = subject;
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('heading')}</h1>
      <Island
        name="Report"
        component={Report}
        props={{
          subject: { type, id },
          title,
          categories: REPORT_CATEGORIES,
          textMaxLength: REPORT_TEXT_MAX_LENGTH,
          back: back ?? '/',
          page: address('/report', {}, { query: { subject_type: type, subject_id: id, back } }),
        }}
        // Restores a draft from before sign-in.
        wake="visible"
      />
      {type === 'user' && <ShutOut id={id} name={title} back={back} />}
    </Wrap>
  );
}

/** Mutes or blocks a person, who does not notice. */
function ShutOut({ id, name, back }: { id: string; name: string; back: Address | null }) {
  const t = useTranslations('report');
  const href = useHref();
  const form = {
    params: { id },
    back: href(back ?? '/'),
    page: address('/report', {}, { query: { subject_type: 'user', subject_id: id, back } }),
  };
  return (
    <section>
      <h2 dir="auto">{t('orElse', { name })}</h2>
      <ActionForm call="PUT /users/:id/mute" {...form}>
        <Button type="submit">{t('mute', { name })}</Button>
      </ActionForm>
      <ActionForm call="PUT /users/:id/block" {...form}>
        <Button type="submit">{t('block', { name })}</Button>
      </ActionForm>
    </section>
  );
}
