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
  /** Somebody who has an account already, and no other way in. */
  alone?: boolean;
};

/**
 * The ways in by another account (ACC-37 to ACC-44): plain links, since the policy lets no form lead to another site. The
 * choice beside them is kept over the round trip by islands/runtime/subscription.ts.
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
            // Nobody tells Facebook of this visit before it is chosen.
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

/** Its options stand behind the hash, where the script itself reads them (ACC-56). */
const facebookAddress = ({ src, appId, version }: FacebookScript): string =>
  `${src}#${new URLSearchParams({ version, appId, cookie: '0', status: '0', xfbml: '0' })}`;
