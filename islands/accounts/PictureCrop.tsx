/** The profile picture: chosen, cropped to a square in the browser, sent (PRO-17, PRO-34, PRO-35, PRO-36). */
import { useId, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Face } from '../../pages/ui/Face.tsx';
import { FieldErrors } from '../../pages/ui/FieldErrors.tsx';
import { FileButton } from '../../pages/ui/FileButton.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { api } from '../api.ts';
import { CropDialog } from '../media/crop/CropDialog.tsx';
import { useAction } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import type { Square } from './profile/crop.ts';
import css from './profile/PictureCrop.module.css';
import { useOwnPicture } from './profile/useOwnPicture.ts';

export default function PictureCrop({ url: known }: { url: string | null }) {
  const t = useTranslations('profile');
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState(known);
  const { refusal, setRefusal, busy, run } = useAction();
  const toast = useToast();
  const picture = useOwnPicture(setRefusal);
  const { source } = picture;

  const use = async (square: Square) => {
    const fine = await run(async () => {
      const made = await picture.cut(square);
      const { user, message } = await api('PUT /user/profile', { body: { picture_media_id: made } });
      setUrl(user.thumbnail_url);
      toast.show(message);
    });
    if (fine) picture.leave();
    return fine;
  };
  const remove = () =>
    run(async () => {
      const { message } = await api('PUT /user/profile', { body: { picture_media_id: null } });
      setUrl(null);
      toast.show(message);
      file.current?.focus();
    });

  const problems = refusal === null ? [] : Object.values(refusal.fields).flat();
  const told = refusal === null ? [] : problems.length > 0 ? problems : [refusal.message];
  return (
    <div className={css.field}>
      <Face url={url} size={112} alt={t('picture')} />
      <div className={css.side}>
        <p className={css.hint} id={`${id}-hint`}>
          {t('pictureHint')}
        </p>
        <div className={css.tools} data-needs-js>
          <FileButton
            ref={file}
            label={url === null ? t('choosePicture') : t('changePicture')}
            aria-describedby={`${id}-hint ${id}-errors`}
            aria-invalid={told.length > 0 || undefined}
            onChoose={picture.choose}
          />
          {url !== null && (
            <Button kind="quiet" icon="trash-2" onClick={remove}>
              {t('removePicture')}
            </Button>
          )}
        </div>
        <noscript>
          <p className={css.hint}>{t('pictureNeedsScript')}</p>
        </noscript>
        {source === null && <FieldErrors id={`${id}-errors`} errors={told} />}
      </div>
      <CropDialog round source={source} busy={busy} errors={told} onUse={use} onLeave={picture.leave} />
      <Toast>{toast.text}</Toast>
    </div>
  );
}
