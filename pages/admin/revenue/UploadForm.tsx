import { useId } from 'react';
import { ActionForm } from '#islands/ActionForm.tsx';
import { useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Choice } from '#pages/ui/Choice.tsx';
import css from './Revenue.module.css';

/** `kind` comes before the file, so that the server knows it when the file arrives. */
export function UploadForm({ kind = 'month', label }: { kind?: 'month' | 'correction'; label?: string }) {
  const t = useTranslations('revenueImport');
  const id = useId();
  return (
    <ActionForm call="POST /admin/revenue_imports" encType="multipart/form-data" className={css.upload}>
      <fieldset className={css.kinds}>
        <legend>{t('kind')}</legend>
        <Choice
          type="radio"
          name="kind"
          value="month"
          defaultChecked={kind === 'month'}
          hint={t('kindMonthHint')}
        >
          {t('kindMonth')}
        </Choice>
        <Choice
          type="radio"
          name="kind"
          value="correction"
          defaultChecked={kind === 'correction'}
          hint={t('kindCorrectionHint')}
        >
          {t('kindCorrection')}
        </Choice>
      </fieldset>
      <div className={css.file}>
        <label htmlFor={id}>{label ?? t('file')}</label>
        <input id={id} type="file" name="file" accept=".csv,text/csv" required />
      </div>
      <Button type="submit" kind="filled" icon="upload">
        {t('check')}
      </Button>
    </ActionForm>
  );
}
