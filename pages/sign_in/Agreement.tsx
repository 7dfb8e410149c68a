import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import css from './Sign.module.css';

export function Agreement() {
  const t = useTranslations('account');
  const href = useHref();
  return (
    <p className={css.agreement}>
      {t.rich('agree', {
        terms: (words) => <a href={href(address('/terms_of_service'))}>{words}</a>,
        privacy: (words) => <a href={href(address('/privacy_policy'))}>{words}</a>,
      })}
    </p>
  );
}
