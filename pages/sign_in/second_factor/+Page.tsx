import { ActionForm } from '../../../islands/ActionForm.tsx';
import UsePasskey from '../../../islands/accounts/UsePasskey.tsx';
import { Island } from '../../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address, withBack } from '../../addresses.ts';
import { NeedsScript } from '../../creator/NeedsScript.tsx';
import { CodeField, RecoveryField } from '../../factor/CodeField.tsx';
import css from '../../factor/Factor.module.css';
import { Lost } from '../../factor/Lost.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Sign } from '../Sign.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('factor');
  const href = useHref();
  const { back, byRecovery, hasApp, hasPasskey, hasRecovery } = data;
  const here = (by?: string) =>
    withBack(address('/sign_in/second_factor', {}, { query: { with: by } }), back);
  const byCode = hasApp && !byRecovery;
  return (
    <Sign
      heading={t('askTitle')}
      intro={t(data.proof === 'password' ? 'askPassword' : 'askProvider')}
      covers={data.covers}
    >
      {hasPasskey && !byRecovery && (
        <>
          <Island
            name="UsePasskey"
            component={UsePasskey}
            props={{ purpose: 'sign_in', back }}
            wake="touch"
          />
          <NeedsScript>{t('passkeyNeedsScript')}</NeedsScript>
          {byCode && <p className={css.or}>{t('or')}</p>}
        </>
      )}
      {(byCode || byRecovery) && (
        <ActionForm
          call="POST /auth/second_factor"
          className={css.form}
          back={back}
          page={here(byRecovery ? 'recovery' : undefined)}
        >
          {byRecovery ? <RecoveryField /> : <CodeField />}
          <Button type="submit" kind={byRecovery || !hasPasskey ? 'filled' : 'outlined'} big wide>
            {t('continue')}
          </Button>
          <Checkbox name="remember">{t('remember')}</Checkbox>
        </ActionForm>
      )}
      <p className={css.links}>
        {byRecovery ? (
          <a href={href(here())}>{t('notByRecovery')}</a>
        ) : (
          hasRecovery && <a href={href(here('recovery'))}>{t('byRecovery')}</a>
        )}
        <a href={href(withBack('/sign_in', back))}>{t('otherAccount')}</a>
      </p>
      <Lost email={data.supportEmail} />
    </Sign>
  );
}
