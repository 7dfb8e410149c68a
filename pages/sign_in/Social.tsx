import { useLocale, useTranslations } from '../../locales/react.tsx';
import type { OfferedProvider } from '../../server/domains/accounts/providers/queries.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import css from './Social.module.css';

export type FacebookScript = { src: string; appId: string; version: string };

export type SocialProps = {
  providers: readonly OfferedProvider[];
  facebook: FacebookScript | null;
  back: string | null;
  /** The account has no other way to sign in. */
  alone?: boolean;
};

/**
 * Sign-in by provider (ACC-37 to ACC-44). Plain links, since the policy forbids forms to other sites.
 * islands/runtime/subscription.ts keeps the checkbox over the round trip.
 */
export function Social({ providers, facebook, back, alone = false }: SocialProps) {
  const t = useTranslations('account');
  const locale = useLocale();
  if (providers.length === 0) return null;
  const query = new URLSearchParams({ social_action: 'signing', locale, ...(back === null ? {} : { back }) });
  return (
    <section className={css.social} aria-label={t('otherWays')}>
      {!alone && (
        <p className={css.or} aria-hidden="true">
          {t('orWith')}
        </p>
      )}
      <div className={css.ways}>
        {providers.map(({ provider, label }) => (
          <LinkButton
            key={provider}
            href={`/api/auth/${provider}?${query}`}
            rel="nofollow"
            data-social=""
            // Facebook learns nothing before the user chooses it.
            data-script={provider === 'fb' && facebook ? facebookAddress(facebook) : undefined}
            aria-label={t('continueWith', { name: label })}
          >
            {label}
          </LinkButton>
        ))}
      </div>
      {!alone && (
        <div data-needs-js>
          <Checkbox data-subscription="">{t('subscribeSocial')}</Checkbox>
        </div>
      )}
    </section>
  );
}

/** The script reads its options from the hash (ACC-56). */
const facebookAddress = ({ src, appId, version }: FacebookScript): string =>
  `${src}#${new URLSearchParams({ version, appId, cookie: '0', status: '0', xfbml: '0' })}`;
