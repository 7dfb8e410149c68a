import { FEELINGS } from '#islands/reading/notes/core/Feelings.tsx';
import css from '#islands/reading/notes/core/ShortNotes.module.css';
import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import own from './ChapterFeelings.module.css';

/** Feelings about a chapter. A script moves it to the end (islands/reading/notes/novel/feelings.ts). */
export function ChapterFeelings({ number }: { number: number }) {
  const t = useTranslations('tsukkomi');
  return (
    <div id="reader-feelings" className={own.bar} hidden>
      <fieldset className={css.feelings}>
        <legend>
          <VisuallyHidden>{t('feelChapter', { number })}</VisuallyHidden>
        </legend>
        {FEELINGS.map(({ kind, icon }) => (
          <button
            key={kind}
            type="button"
            className={css.feeling}
            aria-pressed="false"
            title={t(`feelings.${kind}`)}
            data-feeling={kind}
          >
            <Icon name={icon} />
            <VisuallyHidden>{t(`feelings.${kind}`)}</VisuallyHidden>
            <span data-count>{formatNumber(0)}</span>
          </button>
        ))}
      </fieldset>
      <p className={own.said} role="status" data-sign-in={t('signInToFeel')} data-failed={t('failed')} />
    </div>
  );
}
