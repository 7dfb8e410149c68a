/** Progress of reading an ePub. Continues to the result when done. A form stops it (OPS-10). */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { Find, Finds } from '../../pages/ui/Finds.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { Progress } from '../../pages/ui/Progress.tsx';
import { VisuallyHidden } from '../../pages/ui/VisuallyHidden.tsx';
import type { Api } from '../../server/api.ts';
import type { ReplyOf } from '../../server/lib/contract.ts';
import { ActionForm } from '../ActionForm.tsx';
import { api } from '../api.ts';
import { megabytes } from '../bytes.ts';
import { poll } from '../poll.ts';
import css from './EpubUpload.module.css';

type Epub = NonNullable<ReplyOf<Api['GET /creator/episodes/epub/:id/import']>['epub']>;

export type EpubReadingProps = {
  storyId: string;
  episodeId: string;
  epub: Pick<Epub, 'id' | 'name' | 'bytes' | 'progress'>;
  mayStop: boolean;
};

export default function EpubReading({ storyId, episodeId, epub, mayStop }: EpubReadingProps) {
  const t = useTranslations('epub');
  const href = useHref();
  const [progress, setProgress] = useState(epub.progress);
  const [isGone, setIsGone] = useState(false);
  const watching = useRef<AbortController | null>(null);
  const place = { id: storyId, episodeId };
  const page = address('/creator/stories/@id/episodes/@episodeId/epub', place);

  const look = useEffectEvent(async (signal: AbortSignal): Promise<boolean> => {
    const { epub: now } = await api('GET /creator/episodes/epub/:id/import', { params: { id: episodeId } });
    if (now?.id === epub.id && now.state === 'reading') {
      setProgress(now.progress);
      return true;
    }
    // After a stop, the form is already leaving the page. A redirect would cancel it.
    if (!signal.aborted) location.replace(href(page));
    return false;
  });
  useEffect(() => {
    const end = new AbortController();
    watching.current = end;
    // Only a 404 ends polling: the episode is gone.
    void poll(() => look(end.signal), end.signal).catch(() => setIsGone(true));
    return () => end.abort();
  }, []);

  const { chapters, pictures } = progress ?? { chapters: NOTHING, pictures: NOTHING };
  const isRead = chapters.total !== null;
  const steps = isRead ? { value: pictures.done + 1, max: (pictures.total ?? 0) + 2 } : { value: 0, max: 1 };
  if (isGone)
    return (
      <Notice kind="bad" urgent>
        {t('gone')}
      </Notice>
    );
  const words =
    isRead && pictures.total !== null ? t('of', { done: pictures.done, total: pictures.total }) : t('now');
  return (
    <div className={css.sending}>
      <div className={css.line}>
        <b>{epub.name}</b>
        <span className={css.sent}>{t('allHere', { size: megabytes(epub.bytes) })}</span>
        {mayStop && (
          <ActionForm
            className={css.push}
            call="DELETE /creator/episodes/epub/:id/import"
            params={{ id: episodeId }}
            page={page}
            back={href(address('/creator/stories/@id/episodes/@episodeId', place))}
            onSubmit={() => watching.current?.abort()}
          >
            <input type="hidden" name="media_id" value={epub.id} />
            <Button type="submit" kind="quiet">
              {t('stop')}
            </Button>
          </ActionForm>
        )}
      </div>
      <Progress label={t('title.reading')} text={words} {...steps} />
      {/* Announced once, since the numbers below change every second. */}
      <VisuallyHidden>
        <span role="status">{isRead && t('chaptersRead', { count: chapters.total ?? 0 })}</span>
      </VisuallyHidden>
      <Finds>
        <Find icon="check" what={t('uploaded')} end={t('size', { size: megabytes(epub.bytes) })} />
        <Find
          icon={isRead ? 'check' : 'book-open'}
          what={t('chapters')}
          end={isRead ? t('number', { count: chapters.total ?? 0 }) : t('now')}
        />
        <Find
          icon="image"
          what={t('pictures')}
          more={isRead ? '' : t('picturesWait')}
          end={isRead ? t('of', { done: pictures.done, total: pictures.total ?? 0 }) : '–'}
        />
      </Finds>
      <Notice>{t('mayClose')}</Notice>
      <noscript>
        <a href={href(page)}>{t('lookAgain')}</a>
      </noscript>
    </div>
  );
}

const NOTHING = { done: 0, total: null };
