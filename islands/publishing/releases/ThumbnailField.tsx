/** An episode's thumbnail: uploaded or taken from a page, cropped, saved at once (EPI-03, EPI-17…EPI-19). */
import { useId, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Cover } from '../../../pages/ui/Cover.tsx';
import { coverFacts } from '../../../pages/ui/coverFacts.ts';
import { FieldErrors } from '../../../pages/ui/FieldErrors.tsx';
import { FileButton } from '../../../pages/ui/FileButton.tsx';
import { type Size, type Square, squareIn } from '../../accounts/profile/crop.ts';
import { useOwnPicture } from '../../accounts/profile/useOwnPicture.ts';
import { api } from '../../api.ts';
import { CropDialog } from '../../media/crop/CropDialog.tsx';
import { useAction } from '../../useRefusal.ts';
import { PageChoice } from '../comic/PageChoice.tsx';
import type { ReleaseEpisode } from './release.ts';
import type { SourcePage } from './sourcePages.ts';
import css from './ThumbnailField.module.css';

export type ThumbnailFieldProps = {
  episode: ReleaseEpisode;
  /** Null for episodes with chapters. */
  pages: readonly SourcePage[] | null;
  mayEdit: boolean;
  change: <T>(work: (version: number) => Promise<T>) => Promise<T>;
  onChange: (episode: ReleaseEpisode) => void;
};

export function ThumbnailField({ episode, mayEdit, change, onChange, ...props }: ThumbnailFieldProps) {
  const t = useTranslations('release');
  const texts = useTranslations('console');
  const reader = useTranslations('reader');
  const id = useId();
  const pages = props.pages ?? [];
  const isOwn = episode.thumbnail_media_id !== null;
  // `pages` changes on this screen. The episode's thumbnail address does not.
  const address = isOwn ? episode.thumbnail_url : (pages[0]?.url ?? null);
  const { refusal, setRefusal, busy, run } = useAction();
  const picture = useOwnPicture(setRefusal, 'episode_cover');
  const { source } = picture;
  const [choosing, setChoosing] = useState(false);
  const part = useRef<SourcePage | null>(null);

  const keep = (mediaId: string | null) =>
    change((version) =>
      api('PATCH /creator/episodes/:id', {
        params: { id: episode.id },
        body: { thumbnail_media_id: mediaId, lock_version: version },
      }),
    );
  const use = async (area: Square, shown: Size) => {
    const fine = await run(async () => {
      const square = part.current ? squareIn(area, shown, part.current) : area;
      const { episode: next } = await keep(await picture.cut(square));
      onChange(next);
    });
    if (fine) leave();
    return fine;
  };
  const remove = () =>
    run(async () => {
      const { episode: next } = await keep(null);
      onChange(next);
    });
  const choose = (page: SourcePage) => {
    part.current = page;
    picture.take(page.media_id, page.url);
  };
  const leave = () => {
    picture.leave();
    setChoosing(false);
  };
  const nameOf = ({ number, part, parts }: SourcePage): string =>
    parts === 1 ? texts('pageNumber', { number }) : reader('pagePart', { number, part, parts });

  const reasons = refusal === null ? [] : Object.values(refusal.fields).flat();
  const told =
    refusal === null ? [] : [t('thumbnailFailed'), ...(reasons.length > 0 ? reasons : [refusal.message])];
  return (
    <fieldset className={css.field} aria-labelledby={`${id}-label`}>
      <span className={css.label} id={`${id}-label`}>
        {texts('thumbnail')}
      </span>
      <Cover picture={coverFacts(address, 200)} sizes="4rem" className={css.picture} />
      <div className={css.side}>
        {mayEdit && (
          <div className={css.tools} data-needs-js>
            <FileButton
              label={isOwn ? texts('changePicture') : texts('choosePicture')}
              aria-describedby={`${id}-hint ${id}-errors`}
              onChoose={(file) => {
                part.current = null;
                picture.choose(file);
              }}
            />
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
            {isOwn && (
              <Button kind="quiet" icon="trash-2" onClick={() => void remove()}>
                {texts('removePage')}
              </Button>
            )}
          </div>
        )}
        {!choosing && source === null && <FieldErrors id={`${id}-errors`} errors={told} />}
      </div>
      {mayEdit && (
        <p className={css.hint} id={`${id}-hint`}>
          {t('thumbnailHint')} {t(props.pages === null ? 'thumbnailNone' : 'thumbnailFirstPage')}
        </p>
      )}
      <CropDialog
        source={source}
        before={
          choosing
            ? {
                heading: t('fromPageHeading'),
                choice: (
                  <PageChoice
                    pages={pages}
                    keyOf={(page) => `${page.id} ${page.part}`}
                    nameOf={nameOf}
                    addressOf={(page) => page.url}
                    onChoose={choose}
                  />
                ),
              }
            : null
        }
        busy={busy}
        errors={told}
        onUse={use}
        onLeave={leave}
      />
    </fieldset>
  );
}
