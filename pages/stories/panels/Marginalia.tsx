import css from '#islands/reading/notes/novel/Marginalia.module.css';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

/** Short notes at one place of a chapter, behind a mark (islands/reading/notes/novel). */
export function Marginalia() {
  const t = useTranslations('tsukkomi');
  const words = useTranslations('words');
  const close = useTranslations('readerTools')('close');
  return (
    <section
      className={css.frame}
      id="reader-marginalia"
      popover="auto"
      role="dialog"
      aria-labelledby="reader-marginalia-name"
      hidden
    >
      <div className={css.head}>
        <h2 id="reader-marginalia-name" tabIndex={-1}>
          {t('heading')}
        </h2>
        <IconButton icon="x" label={close} data-close />
      </div>
      <ul className={css.list} />
      <Button kind="quiet" data-all>
        {words('allNotes')}
      </Button>
    </section>
  );
}
