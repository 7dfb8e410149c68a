import { useTranslations } from '../../../locales/react.tsx';
import { Cover } from '../../../pages/ui/Cover.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { coverFacts } from '../../../pages/ui/coverFacts.ts';
import { FieldErrors } from '../../../pages/ui/FieldErrors.tsx';
import { useFieldId } from '../../../pages/ui/FieldScope.tsx';
import { FileButton } from '../../../pages/ui/FileButton.tsx';
import { Progress } from '../../../pages/ui/Progress.tsx';
import type { PictureState } from '../../media/crop/useCroppedPicture.ts';
import css from './PictureField.module.css';

export type PictureFieldProps = {
  label: string;
  name: string;
  hint: string;
  picture: PictureState;
  onChoose: (file: File) => void;
  errors?: readonly string[];
  disabled?: boolean;
};

export function PictureField({
  label,
  name,
  hint,
  picture,
  onChoose,
  errors = [],
  disabled,
}: PictureFieldProps) {
  const t = useTranslations('console');
  const id = useFieldId(undefined, name);
  const wrong = [...(picture.problem === null ? [] : [picture.problem]), ...errors];
  return (
    <div className={css.field} id={id}>
      <span className={css.label} id={`${id}-label`}>
        {label}
      </span>
      <span className={css.picture}>
        <Cover
          picture={coverFacts(picture.url, 640)}
          sizes="10rem"
          className={classes(picture.url !== null && picture.step !== 'ready' && css.pale)}
        />
        {picture.step === 'sending' && (
          <Progress className={css.progress} label={label} value={picture.sent} max={1} />
        )}
      </span>
      <span className={css.side}>
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
        <span role="status" className={css.state}>
          {picture.step === 'sending' && t('pictureSending')}
          {picture.step === 'processing' && t('pictureProcessing')}
        </span>
        <FileButton
          label={picture.url === null ? t('choosePicture') : t('changePicture')}
          onChoose={onChoose}
          disabled={disabled}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-invalid={wrong.length > 0 || undefined}
        />
        <FieldErrors id={`${id}-errors`} errors={wrong} />
      </span>
    </div>
  );
}
