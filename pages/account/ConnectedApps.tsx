import { ActionForm } from '../../islands/ActionForm.tsx';
import { formatDate } from '../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import type { ConnectedApp } from '../../server/domains/accounts/providers/queries.ts';
import type { Address } from '../addresses.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Entry } from '../ui/Entry.tsx';
import { Rows } from '../ui/Rows.tsx';
import css from './Account.module.css';

export type ConnectedAppsProps = {
  apps: readonly ConnectedApp[];
  timezone: string;
  /** Connecting requires a confirmed e-mail address. The page shell offers to confirm it. */
  emailConfirmed: boolean;
  back: Address;
};

/** Providers connected to the account (PRO-05, PRO-06). Links and plain forms, so no script is needed. */
export function ConnectedApps({ apps, timezone, emailConfirmed, back }: ConnectedAppsProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const href = useHref();
  if (apps.length === 0) return <p className={css.note}>{t('noApps')}</p>;
  const query = new URLSearchParams({ social_action: 'connecting', locale, back: href(back) });
  return (
    <>
      {!emailConfirmed && <p className={css.note}>{t('connectLater')}</p>}
      <Rows>
        {apps.map(({ provider, label, connected, connected_at, can_disconnect }) => (
          <Entry
            key={provider}
            name={
              <>
                {label}
                {connected && <Badge>{t('connected')}</Badge>}
              </>
            }
            facts={
              <>
                {connected_at !== null && (
                  <p>{t('connectedSince', { date: formatDate(connected_at, timezone) })}</p>
                )}
                {connected && !can_disconnect && (
                  <p id={`${provider}-why`}>{t('lastWayIn', { name: label })}</p>
                )}
              </>
            }
          >
            {!connected && emailConfirmed && (
              <LinkButton
                href={`/api/auth/${provider}?${query}`}
                rel="nofollow"
                aria-label={t('connectName', { name: label })}
              >
                {t('connect')}
              </LinkButton>
            )}
            {connected && (
              <ActionForm call="DELETE /connected_apps/:provider" params={{ provider }} back={href(back)}>
                <Button
                  type="submit"
                  disabled={!can_disconnect}
                  aria-label={t('disconnectName', { name: label })}
                  aria-describedby={can_disconnect ? undefined : `${provider}-why`}
                >
                  {t('disconnect')}
                </Button>
              </ActionForm>
            )}
          </Entry>
        ))}
      </Rows>
    </>
  );
}
