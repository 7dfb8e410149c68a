import { localizedPath } from '../../../../locales/index.ts';
import { useHref, useLocale, useTranslations } from '../../../../locales/react.tsx';
import type { ReaderPage } from '../../../../server/domains/reading/queries-reader.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import css from './Locked.module.css';

type Blurred = { placeholder: string; width: number; height: number } | null;

/** A premium episode: the shape of its first page, what it costs, and where to sign in (PRI-19). */
export function Locked({ reading, blurred }: { reading: ReaderPage; blurred: Blurred }) {
  const t = useTranslations('reader');
  const href = useHref();
  const path = localizedPath(useLocale(), `/stories/${reading.storySlug}/${reading.number}`);
  const { number, priceCoins } = reading;
  return (
    <div className={css.locked}>
      {blurred && (
        <div className={css.frame}>
          <img
            className={css.blurred}
            src={blurred.placeholder}
            width={blurred.width}
            height={blurred.height}
            alt=""
          />
        </div>
      )}
      <section className={css.notice} aria-labelledby="locked">
        <Icon name="lock" className={css.lock} />
        <h2 id="locked">{t('locked')}</h2>
        <p>{t('lockedText', { number, count: priceCoins })}</p>
        <LinkButton kind="ink" big href={href(`/sign_in?back=${encodeURIComponent(path)}`)}>
          {t('signIn')}
        </LinkButton>
      </section>
    </div>
  );
}
