/** Shows what a book contains and what was left out, before import (NOV-02, NOV-03). */
import { ActionForm } from '#islands/ActionForm.tsx';
import { megabytes } from '#islands/bytes.ts';
import { useHref, useLocale, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { languageName } from '#pages/creator/languages.ts';
import { Button } from '#pages/ui/Button.tsx';
import { Find, Finds } from '#pages/ui/Finds.tsx';
import type { ShownEpub } from '#server/domains/publishing/novels/books/queries.ts';
import type { Data } from './+data.ts';
import { LeftOut } from './LeftOut.tsx';
import css from './Page.module.css';

type Findings = NonNullable<ShownEpub['findings']>;
type FoundProps = { data: Data; epub: ShownEpub; findings: Findings; editor: Address };

export function Found(props: FoundProps) {
  return (
    <>
      <div className={css.duo}>
        <section>
          <BookHead {...props} />
          <Contents findings={props.findings} />
        </section>
        <LeftOut findings={props.findings} />
      </div>
      <Decision {...props} />
    </>
  );
}

function BookHead({ epub, findings }: FoundProps) {
  const t = useTranslations('epub');
  const locale = useLocale();
  const { authors, language } = findings;
  const isCode = language !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language);
  return (
    <div className={css.book}>
      {findings.cover_url !== null && <img className={css.cover} src={findings.cover_url} alt="" />}
      <div className={css.facts}>
        <h2 className={css.bookTitle} lang={isCode ? language : undefined} dir="auto">
          {findings.title || t('untitled')}
        </h2>
        <dl>
          {authors.length > 0 && (
            <>
              <dt>{t('by')}</dt>
              <dd dir="auto">{authors.join(', ')}</dd>
            </>
          )}
          {language !== null && (
            <>
              <dt>{t('language')}</dt>
              <dd>{isCode ? languageName(language, locale) : language}</dd>
            </>
          )}
          <dt>{t('file')}</dt>
          <dd>
            {epub.name} · {t('size', { size: megabytes(epub.bytes) })}
          </dd>
        </dl>
      </div>
    </div>
  );
}

function Contents({ findings }: { findings: Findings }) {
  const t = useTranslations('epub');
  const { pictures, pictures_without_alt: bare, pictures_waiting: waiting, notes } = findings;
  return (
    <Finds>
      <Find
        icon="book-open"
        what={t('chapters')}
        more={t('chaptersKept')}
        end={t('number', { count: findings.chapters })}
      />
      <Find icon="type" what={t('words')} end={t('number', { count: findings.words })} />
      {pictures > 0 && (
        <Find
          icon="image"
          what={t('pictures')}
          more={[
            bare === 0 ? t('allWithAlt') : t('someWithoutAlt', { with: pictures - bare, without: bare }),
            waiting > 0 ? t('picturesWaiting', { count: waiting }) : '',
          ]
            .filter(Boolean)
            .join(' ')}
          end={t('number', { count: pictures })}
        />
      )}
      {notes > 0 && (
        <Find icon="asterisk" what={t('notes')} more={t('notesKept')} end={t('number', { count: notes })} />
      )}
      <Find icon="languages" what={t('markup')} more={t('kept')} end="✓" />
    </Finds>
  );
}

function Decision({ data, epub, findings, editor }: FoundProps) {
  const t = useTranslations('epub');
  const href = useHref();
  const { replaces, episode, novel, lockVersion } = data;
  const page = address('/creator/stories/@id/episodes/@episodeId/epub', {
    id: novel.id,
    episodeId: episode.id,
  });
  const { chapters, places } = replaces ?? { chapters: 0, places: { moved: 0, total: 0 } };
  const shared = { params: { id: episode.id }, page, back: href(editor) };
  const book = <input type="hidden" name="media_id" value={epub.id} />;
  return (
    <div className={css.slip}>
      <p>
        {chapters === 0 ? (
          t('replacesNothing')
        ) : (
          <>
            <b>{t('replaces', { count: chapters })}</b>{' '}
            {places.total > 0 ? t('places', { moved: places.moved, total: places.total }) : t('noPlaces')}
          </>
        )}
      </p>
      {data.mayEdit ? (
        <div className={css.line}>
          <ActionForm call="POST /creator/episodes/epub/:id/import" {...shared}>
            {book}
            <input type="hidden" name="lock_version" value={lockVersion} />
            <Button type="submit" kind="filled" big>
              {t('takeOver', { count: findings.chapters })}
            </Button>
          </ActionForm>
          <ActionForm call="DELETE /creator/episodes/epub/:id/import" {...shared}>
            {book}
            <Button type="submit" kind="quiet" big>
              {t('leave')}
            </Button>
          </ActionForm>
        </div>
      ) : (
        <p className={css.fine}>{t('fixed')}</p>
      )}
    </div>
  );
}
