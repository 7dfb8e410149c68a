/** The profile picture: chosen, cut to a square in the browser, sent (PRO-17, PRO-34, PRO-35, PRO-36). */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { Dialog } from '../pages/ui/Dialog.tsx';
import { Face } from '../pages/ui/Face.tsx';
import { FieldErrors } from '../pages/ui/FieldErrors.tsx';
import { Icon } from '../pages/ui/Icon.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import { useDialog } from '../pages/ui/useDialog.ts';
import { api } from './api.ts';
import { CropArea } from './profile/CropArea.tsx';
import type { Square } from './profile/crop.ts';
import css from './profile/PictureCrop.module.css';
import { useOwnPicture } from './profile/useOwnPicture.ts';
import { useDeed } from './useRefusal.ts';
import { useToast } from './useToast.ts';

export default function PictureCrop({ url: known }: { url: string | null }) {
  const t = useTranslations('profile');
  const id = useId();
  const { ref, open, close } = useDialog();
  const file = useRef<HTMLInputElement>(null);
  const square = useRef<Square | null>(null);
  const [url, setUrl] = useState(known);
  const { refusal, setRefusal, busy, run } = useDeed();
  const toast = useToast();
  const picture = useOwnPicture(setRefusal);
  const { source } = picture;

  useEffect(() => {
    if (source !== null) open();
  }, [source, open]);

  const use = async () => {
    const area = square.current;
    if (area === null) return;
    const fine = await run(async () => {
      const made = await picture.cut(area);
      const { user, message } = await api('PUT /user/profile', { body: { picture_media_id: made } });
      setUrl(user.thumbnail_url);
      toast.show(message);
    });
    if (fine) close();
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
          <label className={css.choose}>
            <Icon name="image" />
            {url === null ? t('choosePicture') : t('changePicture')}
            <input
              ref={file}
              type="file"
              className={css.file}
              accept="image/jpeg,image/png"
              aria-describedby={`${id}-hint ${id}-errors`}
              aria-invalid={told.length > 0 || undefined}
              onChange={(event) => {
                const [chosen] = event.currentTarget.files ?? [];
                event.currentTarget.value = '';
                if (chosen) picture.choose(chosen);
              }}
            />
          </label>
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
      <Dialog
        id={`${id}-dialog`}
        ref={ref}
        heading={t('cropHeading')}
        light={false}
        onClose={picture.leave}
        actions={
          <>
            <Button kind="filled" busy={busy && t('saving')} onClick={use}>
              {t('usePicture')}
            </Button>
            <Button kind="quiet" onClick={() => close()}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        {source !== null && (
          <CropArea
            source={source}
            onChange={(area) => {
              square.current = area;
            }}
          />
        )}
        {source !== null &&
          told.map((text) => (
            <Notice key={text} kind="bad" urgent>
              {text}
            </Notice>
          ))}
      </Dialog>
      <Toast>{toast.text}</Toast>
    </div>
  );
}
