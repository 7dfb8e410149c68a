import SavedEpisodes from '../../islands/reading/SavedEpisodes.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useTranslations } from '../../locales/react.tsx';
import css from './Page.module.css';

/** Saved episodes on this device. The service worker also shows it for unreachable pages. */
export default function Page() {
  const t = useTranslations('offline');
  return (
    <main id="main" className={css.page}>
      <h1>{t('title')}</h1>
      <p className={css.lead}>{t('lead')}</p>
      <noscript>
        <p className={css.lead}>{t('noScript')}</p>
      </noscript>
      <Island name="SavedEpisodes" component={SavedEpisodes} props={{}} />
    </main>
  );
}
