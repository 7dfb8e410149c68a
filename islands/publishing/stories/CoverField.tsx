import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { CropDialog } from '../../media/crop/CropDialog.tsx';
import type { useCroppedPicture } from '../../media/crop/useCroppedPicture.ts';
import { PictureField } from './PictureField.tsx';
import css from './StoryForm.module.css';

export type CoverFieldProps = {
  cover: ReturnType<typeof useCroppedPicture>;
  errors?: readonly string[] | undefined;
  disabled: boolean;
  /** Published stories need a cover. */
  mayRemove: boolean;
};

export function CoverField({ cover, errors, disabled, mayRemove }: CoverFieldProps) {
  const t = useTranslations('storyForm');
  const { picture } = cover;
  const isThere = picture.mediaId !== null && picture.step !== 'sending';
  return (
    <div>
      <PictureField
        label={t('cover')}
        name="cover_media_id"
        hint={t('coverHint')}
        picture={picture}
        onChoose={cover.choose}
        errors={errors}
        disabled={disabled}
      />
      {mayRemove && isThere && !disabled && (
        <div className={css.removeCover} data-needs-js>
          <Button kind="quiet" icon="trash-2" onClick={() => cover.show({ mediaId: null, url: null })}>
            {t('removeCover')}
          </Button>
        </div>
      )}
      <CropDialog
        source={cover.source}
        onUse={(square) => {
          void cover.cut(square);
          return true;
        }}
        onLeave={cover.leave}
      />
    </div>
  );
}
