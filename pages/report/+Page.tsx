import Report from '../../islands/Report.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { REPORT_CATEGORIES, REPORT_TEXT_MAX_LENGTH } from '../../server/domains/moderation/rules.ts';
import { type Address, address } from '../addresses.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

/** What is wrong with a comment, a reply or a person; stories and episodes have it in a panel of their own. */
export default function Page({ data: { subject, back } }: { data: Data }) {
  const t = useTranslations('report');
  const href = useHref();
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
          back: (back ?? '/') as Address,
          page: address('/report', {}, { query: { type, id, back } }),
        }}
        wake="touch"
      />
    </Wrap>
  );
}
