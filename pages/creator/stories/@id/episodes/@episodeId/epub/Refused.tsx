/** Why a book was not taken, the place in it, and what helps (NOV-10). */
import { ActionForm } from '#islands/ActionForm.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Button } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import type { ShownEpub } from '#server/domains/novels/books/queries.ts';
import type { Data } from './+data.ts';
import css from './Page.module.css';

type RefusedProps = { data: Data; epub: ShownEpub; refusal: NonNullable<ShownEpub['refusal']> };

export function Refused({ data, epub, refusal }: RefusedProps) {
  const t = useTranslations('epub');
  const { number } = data.episode;
  const { reason, file, line, element, excerpt } = refusal;
  return (
    <>
      <Notice kind="bad" urgent>
        <b>{epub.name}</b> {t(`reason.${reason}`)}{' '}
        {t(reason === 'failed' ? 'stillHere' : 'nothingKept', { number })}
      </Notice>
      {file !== null && (
        <div>
          <p className={css.place}>{line === null ? file : t('fileLine', { file, line })}</p>
          {excerpt.length > 0 && (
            <ol className={css.trace}>
              {excerpt.map((one) => (
                <li key={one.number} className={one.number === line ? css.mark : undefined}>
                  <span className={css.lineNumber}>{one.number}</span>
                  <code>{one.text}</code>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
      <div>
        <h2 className={css.heading}>{t('helps')}</h2>
        <ol className={css.ways}>
          <li>{element === null ? t(`mend.${reason}`) : t('mendElement', { element: `</${element}>` })}</li>
          <li>{t('mendExport')}</li>
          <li>{t('mendPaste')}</li>
        </ol>
      </div>
      {reason === 'failed' && data.mayEdit && <ReadAgain data={data} epub={epub} />}
    </>
  );
}

/** The fault was ours, so the file need not travel again. */
function ReadAgain({ data: { novel, episode, lockVersion }, epub }: Pick<RefusedProps, 'data' | 'epub'>) {
  const t = useTranslations('epub');
  const href = useHref();
  const page = address('/creator/stories/@id/episodes/@episodeId/epub', {
    id: novel.id,
    episodeId: episode.id,
  });
  return (
    <ActionForm call="POST /creator/episodes/chapters" page={page} back={href(page)}>
      <input type="hidden" name="episode_id" value={episode.id} />
      <input type="hidden" name="media_id" value={epub.id} />
      <input type="hidden" name="lock_version" value={lockVersion} />
      <Button type="submit" kind="outlined" big icon="rotate-ccw">
        {t('readAgain')}
      </Button>
    </ActionForm>
  );
}
