import { useTranslations } from '#locales/react.tsx';
import type { ReaderPage } from '#server/domains/reading/queries-reader.ts';
import { product } from '#server/lib/product.ts';
import { useFrame } from '../../../layout/context.ts';
import { useHrefAndBack } from '../../../layout/useWayBack.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import css from './Locked.module.css';

type Blurred = { placeholder: string; width: number; height: number } | null;

/** A premium episode: the shape of its first page, and what whoever looks at it can do (PRI-19, RDR-17). */
export function Locked({ reading, blurred }: { reading: ReaderPage; blurred: Blurred }) {
  const { viewer, preview } = useFrame();
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
        {viewer === null && preview === null ? <ForVisitor of={reading} /> : <ForReader of={reading} />}
      </section>
    </div>
  );
}

function ForVisitor({ of: { number, priceCoins } }: { of: ReaderPage }) {
  const t = useTranslations('reader');
  const href = useHrefAndBack();
  return (
    <>
      <h2 id="locked">{t('locked')}</h2>
      <p>{t('lockedText', { number, count: priceCoins })}</p>
      <LinkButton kind="ink" big href={href('/sign_in')}>
        {t('signIn')}
      </LinkButton>
    </>
  );
}

/** Whoever is signed in is not sent to sign in again. */
function ForReader({ of: { number, priceCoins } }: { of: ReaderPage }) {
  const t = useTranslations('reader');
  return (
    <>
      <h2 id="locked">{t('lockedPrice', { number, count: priceCoins })}</h2>
      <p>{t('lockedApp', { product: product.name })}</p>
    </>
  );
}
