import type { ReactNode } from 'react';
import { addressOf as callAddress } from '#islands/api.ts';
import { formatNumber } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import { LinkButton } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import type { ImportDetail } from '#server/domains/income/revenue/queries.ts';
import { HEADER, isOfFile, PROBLEMS_KEPT_COUNT } from '#server/domains/income/revenue/rules.ts';
import { DiscardForm } from './DiscardForm.tsx';
import css from './Revenue.module.css';
import { UploadForm } from './UploadForm.tsx';

const bold = (text: ReactNode) => <b>{text}</b>;

export function Problems({ found }: { found: ImportDetail }) {
  const t = useTranslations('revenueImport');
  const { id, problems, lines_count: all, problems_count: wrong, kind } = found;
  const kept = Math.min(wrong, PROBLEMS_KEPT_COUNT);
  const isWhole = problems.some(isOfFile);
  return (
    <>
      <Notice kind="bad">
        <p>
          {isWhole
            ? t.rich('refusedWhole', { b: bold })
            : t.rich('refused', {
                b: bold,
                fine: formatNumber(Math.max(0, all - wrong)),
                all: formatNumber(all),
                wrong: formatNumber(wrong),
                wrongCount: wrong,
              })}
        </p>
      </Notice>
      <ul className={css.bad}>
        {problems.map(({ line, code, excerpt, hint }) => (
          <li key={line}>
            <b>{t('line', { number: formatNumber(line) })}</b>
            <span>
              {t(`problems.${code}`, { header: HEADER })}
              {hint !== null && `. ${t('alike', { ids: hint })}`}
            </span>
            {excerpt !== '' && (
              <code className={css.mono} dir="ltr">
                {excerpt}
              </code>
            )}
          </li>
        ))}
      </ul>
      {wrong > problems.length && <p>{t('more', { count: problems.length, kept: formatNumber(kept) })}</p>}
      <div className={css.actions}>
        <LinkButton
          icon="download"
          href={callAddress('GET /admin/revenue_imports/:id/problems', { params: { id } })}
        >
          {t('theseLines', { count: kept })}
        </LinkButton>
        <DiscardForm id={id} />
      </div>
      <UploadForm kind={kind} label={t('chooseMended')} />
    </>
  );
}
