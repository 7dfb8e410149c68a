import { ActionForm } from '../../../islands/ActionForm.tsx';
import { useTranslations } from '../../../locales/react.tsx';
import { CodeField } from '../../factor/CodeField.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Step } from './Step.tsx';

/** Second step: the app scans the secret and proves it with a code. */
export function SetUpApp({ pending, step }: { pending: NonNullable<Data['pending']>; step: number | null }) {
  const t = useTranslations('factor');
  const { qr, secret } = pending;
  return (
    <Step no={step} heading={t('point')}>
      <div className={css.pointing}>
        <div className={css.qr}>
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('qr')}>
            <path fill="currentColor" d={qr.path} />
          </svg>
        </div>
        <div className={css.typing}>
          <p>{t('orType')}</p>
          <p className={css.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
          <ActionForm call="PUT /user/second_factor/app" className={css.form}>
            <CodeField label={t('codeShown')} />
            <Button type="submit" kind="ink" wide>
              {t('switchOn')}
            </Button>
          </ActionForm>
        </div>
      </div>
    </Step>
  );
}
