import type { ReactNode } from 'react';
import { ActionForm } from '../../../islands/ActionForm.tsx';
import AddPasskey from '../../../islands/accounts/AddPasskey.tsx';
import { Island } from '../../../islands/runtime/Island.tsx';
import { formatDate } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { NeedsScript } from '../../creator/NeedsScript.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Way } from './Way.tsx';

export function Factors({ factors, fresh, device, timezone, pending }: Data) {
  const t = useTranslations('factor');
  const { app, passkeys } = factors;
  const isLast = passkeys.length + (app ? 1 : 0) === 1;
  const on = (date: string) => formatDate(date, timezone);
  return (
    <>
      <ul className={css.ways}>
        {passkeys.map(({ id, name, created_at, last_used_at }) => (
          <Way
            key={id}
            icon="fingerprint"
            name={<bdi>{t('passkeyNamed', { name })}</bdi>}
            note={
              last_used_at
                ? t('addedUsed', { added: on(created_at), used: on(last_used_at) })
                : t('added', { added: on(created_at) })
            }
          >
            {fresh && (
              <Asked label={t('remove')} of={name} warning={isLast && t('lastOne')}>
                <ActionForm
                  call="DELETE /user/second_factor/passkeys/:id"
                  params={{ id }}
                  className={css.plain}
                >
                  <Button type="submit" kind="danger">
                    {t('removePasskey')}
                  </Button>
                </ActionForm>
              </Asked>
            )}
          </Way>
        ))}
        {app && (
          <Way icon="smartphone" name={t('app')} note={t('setUpOn', { date: on(app.confirmed_at) })}>
            {fresh && (
              <Asked label={t('remove')} of={t('app')} warning={isLast && t('lastOne')}>
                <ActionForm call="DELETE /user/second_factor/app" className={css.plain}>
                  <Button type="submit" kind="danger">
                    {t('removeApp')}
                  </Button>
                </ActionForm>
              </Asked>
            )}
          </Way>
        )}
        <Way
          icon="lock"
          name={t('recoveryCodes')}
          note={t('codesLeft', { left: factors.recovery_codes_left })}
        >
          {fresh && (
            <Asked label={t('newCodes')} of={t('recoveryCodes')} warning={t('newCodesNote')}>
              <ActionForm call="POST /user/second_factor/recovery_codes">
                <Button type="submit">{t('newCodesDo')}</Button>
              </ActionForm>
            </Asked>
          )}
        </Way>
        {fresh && !app && !pending && (
          <Way icon="smartphone" name={t('app')} note={t('appNote')}>
            <ActionForm call="POST /user/second_factor/app">
              <Button type="submit">{t('setUp')}</Button>
            </ActionForm>
          </Way>
        )}
      </ul>
      {fresh && (
        <>
          <Island
            name="AddPasskey"
            component={AddPasskey}
            props={{ suggested: device, first: false }}
            wake="touch"
          />
          <NeedsScript>{t('passkeyNeedsScript')}</NeedsScript>
        </>
      )}
      <aside className={css.asked} aria-labelledby="asked">
        <h2 id="asked">{t('askedFor')}</h2>
        <ul>
          <li>{t('askedNew')}</li>
          <li>{t('askedMoney')}</li>
          <li>{t('askedAccount')}</li>
        </ul>
        <p className={css.muted}>{t('askedAgain')}</p>
      </aside>
      {fresh && (
        <details className={css.offer}>
          <summary>{t('switchOff')}</summary>
          <p>{t('switchOffNote')}</p>
          <ActionForm call="DELETE /user/second_factor" className={css.plain}>
            <Button type="submit" kind="danger">
              {t('switchOffDo')}
            </Button>
          </ActionForm>
        </details>
      )}
    </>
  );
}

function Asked({
  label,
  of,
  warning,
  children,
}: {
  label: string;
  of: string;
  warning: string | false;
  children: ReactNode;
}) {
  return (
    <details className={css.ask}>
      <summary aria-label={`${label} ${of}`}>{label}</summary>
      {warning && <p>{warning}</p>}
      {children}
    </details>
  );
}
