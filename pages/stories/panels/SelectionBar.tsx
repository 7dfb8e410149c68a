import { useTranslations } from '../../../locales/react.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import css from './SelectionBar.module.css';

/** Actions on selected text (islands/reading/selection). */
export function SelectionBar({
  name,
  chapter,
  url,
  canShare,
}: {
  name: string;
  chapter: string;
  url: string;
  canShare: boolean;
}) {
  const t = useTranslations('words');
  const quote = '{quote}';
  return (
    <section
      className={css.bar}
      id="reader-selection"
      aria-label={t('selection')}
      data-name={name}
      data-url={url}
      data-quote={t('quote', { quote })}
      data-place={t('place', { chapter, quote })}
      data-selected={t('selected')}
      data-copied={t('copied')}
      data-linked={t('linked')}
      data-not-copied={t('notCopied')}
      hidden
    >
      <div className={css.buttons}>
        {canShare && <Deed name="share" icon="share-2" label={t('share')} />}
        <Deed name="copy" icon="copy" label={t('copy')} />
        {canShare && <Deed name="note" icon="sticky-note" label={t('shortNote')} />}
        <Deed name="listen" icon="headphones" label={t('listen')} />
        {canShare && <Deed name="report" icon="flag" label={t('report')} />}
      </div>
      <p className={css.told} role="status" />
    </section>
  );
}

function Deed({ name, icon, label }: { name: string; icon: IconName; label: string }) {
  return (
    <button type="button" data-words={name}>
      <Icon name={icon} />
      {label}
    </button>
  );
}
