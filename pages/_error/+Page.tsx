import { useHref, useTranslations } from '../../locales/react.tsx';
import { product } from '../../server/lib/product.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { TornPage } from './TornPage.tsx';

export default function Page({ data }: { data: Data }) {
  if (data.kind === 'notFound') return <NotFound />;
  return (
    <main id="main" className={css.page}>
      <Failure kind={data.kind} isSent={data.isSent} />
    </main>
  );
}

/** Unknown and hidden look the same (ERR-41), so that nobody learns what is hidden. */
function NotFound() {
  const t = useTranslations('errors');
  const href = useHref();
  return (
    <main id="main" className={css.lost}>
      <div className={css.words}>
        <p className={css.code}>404</p>
        <h1 className={css.title}>{t('notFound')}</h1>
        <p className={css.hint}>{t('notFoundHint')}</p>
        <p>
          <LinkButton kind="ink" href={href('/')}>
            {t('discover')}
          </LinkButton>
        </p>
      </div>
      <TornPage className={css.picture} />
    </main>
  );
}

function Failure({ kind, isSent }: { kind: Exclude<Data['kind'], 'notFound'>; isSent: boolean }) {
  const t = useTranslations('errors');
  const href = useHref();
  const discover = (
    <LinkButton kind={kind === 'notAvailable' ? 'ink' : 'quiet'} href={href('/')}>
      {t('discover')}
    </LinkButton>
  );
  if (kind === 'notAvailable') {
    return (
      <Empty level={1} heading={t('notAvailable')} actions={discover}>
        <p>{t('notAvailableHint')}</p>
      </Empty>
    );
  }
  const again = (
    <>
      {/* An empty link means the current address. This page may have been rendered in advance. */}
      <LinkButton kind="ink" href="">
        {t('tryAgain')}
      </LinkButton>
      {discover}
    </>
  );
  // A link would open the address of the API call. Only the browser's reload sends the form again.
  const isOver = kind === 'refused' || isSent;
  return (
    <Empty level={1} heading={t(kind)} actions={isOver ? discover : again}>
      {kind === 'paused' && <p>{t('pausedHint')}</p>}
      {kind === 'full' && <p>{t('fullHint')}</p>}
      {isSent && (kind === 'paused' || kind === 'full') && <p>{t('sentHint')}</p>}
      {kind === 'goneWrong' && <p>{t('goneWrongHint', { email: product.supportEmail })}</p>}
    </Empty>
  );
}
