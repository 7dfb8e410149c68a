import { ActionForm } from '../../islands/ActionForm.tsx';
import UsePasskey from '../../islands/accounts/UsePasskey.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import account from '../account/Account.module.css';
import { address, withBack } from '../addresses.ts';
import { NeedsScript } from '../creator/NeedsScript.tsx';
import { CodeField, RecoveryField } from '../factor/CodeField.tsx';
import css from '../factor/Factor.module.css';
import { Lost } from '../factor/Lost.tsx';
import { Social } from '../sign_in/Social.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('factor');
  const href = useHref();
  const { back, byRecovery, hasApp, hasFactor, hasPassword, hasPasskey } = data;
  const here = (by?: string) => withBack(address('/fresh_sign_in', {}, { query: { with: by } }), back);
  const byPasskeyAlone = hasPasskey && !hasApp && !byRecovery;
  const hasForm = (hasPassword || hasFactor) && !byPasskeyAlone;
  return (
    <div className={account.page}>
      <h1>{t('freshTitle', { name: data.name })}</h1>
      <p className={account.note}>{t(`freshIntro.${data.goal}`)}</p>
      <div className={`${account.narrow} ${css.form}`}>
        {hasPasskey && !byRecovery && (
          <>
            <Island
              name="UsePasskey"
              component={UsePasskey}
              props={{ purpose: 'fresh', back }}
              wake="touch"
            />
            <NeedsScript>{t('passkeyNeedsScript')}</NeedsScript>
            {hasForm && <p className={css.or}>{t('or')}</p>}
          </>
        )}
        {hasForm && (
          <ActionForm
            call="POST /auth/fresh"
            className={css.form}
            back={back}
            page={here(byRecovery ? 'recovery' : undefined)}
          >
            {hasPassword && (
              <TextField
                label={t('password')}
                name="password"
                type="password"
                autoComplete="current-password"
                required
              />
            )}
            {hasFactor && (byRecovery ? <RecoveryField /> : <CodeField />)}
            <Button type="submit" kind={hasPasskey && !byRecovery ? 'outlined' : 'filled'} big wide>
              {t('continue')}
            </Button>
          </ActionForm>
        )}
        {!hasPassword && !hasFactor && (
          <>
            <p>{t('freshByProvider')}</p>
            <Social {...data.social} back={back ?? href('/settings')} alone />
          </>
        )}
        <p className={css.muted}>{t.rich(`freshGoal.${data.goal}`, { b: (text) => <b>{text}</b> })}</p>
        <p className={css.links}>
          {byRecovery ? (
            <a href={href(here())}>{t('notByRecovery')}</a>
          ) : (
            hasFactor && data.hasRecovery && <a href={href(here('recovery'))}>{t('byRecovery')}</a>
          )}
          <a href={href('/creator/stories')}>{t('notNow')}</a>
        </p>
        {hasFactor && <Lost email={data.supportEmail} />}
      </div>
    </div>
  );
}
