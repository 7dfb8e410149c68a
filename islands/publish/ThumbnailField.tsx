/** The picture of an episode: uploaded or taken from a page, cut to a square, kept at once (EPI-03, EPI-17…EPI-19). */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Dialog } from '../../pages/ui/Dialog.tsx';
import { FieldErrors } from '../../pages/ui/FieldErrors.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { Stroke } from '../../pages/ui/Seal.tsx';
import { useDialog } from '../../pages/ui/useDialog.ts';
import { api } from '../api.ts';
import { CropArea } from '../profile/CropArea.tsx';
import { type Size, type Square, squareIn } from '../profile/crop.ts';
import { useOwnPicture } from '../profile/useOwnPicture.ts';
import { useDeed } from '../useRefusal.ts';
import type { ReleaseEpisode } from './release.ts';
import css from './ThumbnailField.module.css';

/** A ready page of the episode, as far as a square of it needs. */
export type SourcePage = Size & { id: string; media_id: string; number: number; url: string };

export type ThumbnailFieldProps = {
  episode: ReleaseEpisode;
  pages: readonly SourcePage[];
  mayEdit: boolean;
  change: <T>(work: (version: number) => Promise<T>) => Promise<T>;
  onChange: (episode: ReleaseEpisode) => void;
};

export function ThumbnailField({ episode, pages, mayEdit, change, onChange }: ThumbnailFieldProps) {
  const t = useTranslations('release');
  const texts = useTranslations('console');
  const profile = useTranslations('profile');
  const id = useId();
  const { ref, open, close } = useDialog();
  const { refusal, setRefusal, busy, run } = useDeed();
  const picture = useOwnPicture(setRefusal, 'episode_cover');
  const { source } = picture;
  const [choosing, setChoosing] = useState(false);
  const square = useRef<{ area: Square; shown: Size } | null>(null);
  /** Of the page that is cut; an uploaded file is shown as it is. */
  const original = useRef<Size | null>(null);

  const isAsking = choosing || source !== null;
  useEffect(() => {
    if (isAsking) open();
  }, [isAsking, open]);
  useEffect(() => {
    // The page that was chosen is no longer there to hold the focus.
    if (source !== null) ref.current?.querySelector<HTMLElement>('input[type=range]')?.focus();
  }, [source, ref]);

  const keep = (mediaId: string | null) =>
    change((version) =>
      api('PATCH /creator/episodes/:id', {
        params: { id: episode.id },
        body: { thumbnail_media_id: mediaId, lock_version: version },
      }),
    );
  const use = async () => {
    const cut = square.current;
    if (cut === null) return;
    const fine = await run(async () => {
      const area = original.current ? squareIn(cut.area, cut.shown, original.current) : cut.area;
      const { episode: next } = await keep(await picture.cut(area));
      onChange(next);
    });
    if (fine) close();
  };
  const remove = () =>
    run(async () => {
      const { episode: next } = await keep(null);
      onChange(next);
    });
  const choose = (page: SourcePage) => {
    original.current = { width: page.width, height: page.height };
    picture.take(page.media_id, page.url);
  };
  const leave = () => {
    picture.leave();
    setChoosing(false);
    square.current = null;
  };

  const reasons = refusal === null ? [] : Object.values(refusal.fields).flat();
  const told =
    refusal === null ? [] : [t('thumbnailFailed'), ...(reasons.length > 0 ? reasons : [refusal.message])];
  return (
    <fieldset className={css.field} aria-labelledby={`${id}-label`}>
      <span className={css.label} id={`${id}-label`}>
        {texts('thumbnail')}
      </span>
      <span className={css.picture}>
        {episode.thumbnail_url === null ? (
          <Stroke className={css.stroke} />
        ) : (
          <img src={episode.thumbnail_url} alt="" width={200} height={200} />
        )}
      </span>
      <div className={css.side}>
        {mayEdit && (
          <div className={css.tools} data-needs-js>
            <label className={css.choose}>
              <Icon name="image" />
              {episode.thumbnail_url === null ? texts('choosePicture') : texts('changePicture')}
              <input
                type="file"
                className={css.file}
                accept="image/jpeg,image/png"
                aria-describedby={`${id}-hint ${id}-errors`}
                onChange={(event) => {
                  const [chosen] = event.currentTarget.files ?? [];
                  event.currentTarget.value = '';
                  original.current = null;
                  if (chosen) picture.choose(chosen);
                }}
              />
            </label>
            {pages.length > 0 && (
              <Button
                kind="quiet"
                onClick={() => {
                  setRefusal(null);
                  setChoosing(true);
                }}
              >
                {t('fromPage')}
              </Button>
            )}
            {episode.thumbnail_media_id !== null && (
              <Button kind="quiet" icon="trash-2" onClick={() => void remove()}>
                {texts('removePage')}
              </Button>
            )}
          </div>
        )}
        {!isAsking && <FieldErrors id={`${id}-errors`} errors={told} />}
      </div>
      {mayEdit && (
        <p className={css.hint} id={`${id}-hint`}>
          {t('thumbnailHint')}
        </p>
      )}
      <Dialog
        id={`${id}-dialog`}
        ref={ref}
        heading={source === null ? t('fromPageHeading') : profile('cropHeading')}
        light={false}
        onClose={leave}
        actions={
          <>
            {source !== null && (
              <Button kind="filled" busy={busy && texts('saving')} onClick={() => void use()}>
                {profile('usePicture')}
              </Button>
            )}
            <Button kind="quiet" onClick={() => close()}>
              {profile('cancel')}
            </Button>
          </>
        }
      >
        {source === null && choosing && (
          <ul className={css.pages}>
            {pages.map((page) => (
              <li key={page.id}>
                <button type="button" className={css.page} onClick={() => choose(page)}>
                  <img src={page.url} alt="" loading="lazy" />
                  <span>{texts('pageNumber', { number: page.number })}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {source !== null && (
          <CropArea
            key={source}
            source={source}
            round={false}
            onChange={(area, shown) => {
              square.current = { area, shown };
            }}
          />
        )}
        {isAsking && told.length > 0 && (
          <Notice kind="bad" urgent>
            {told.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Notice>
        )}
      </Dialog>
    </fieldset>
  );
}
