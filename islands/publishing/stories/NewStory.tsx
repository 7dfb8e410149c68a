/** Form for a new story. The browser keeps the input until the story is created (STO-39). */
import { type FormEvent, useRef } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { Button } from '../../../pages/ui/Button.tsx';
import { FieldScope } from '../../../pages/ui/FieldScope.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { Segmented } from '../../../pages/ui/Segmented.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { api } from '../../api.ts';
import { withToast } from '../../notices.ts';
import { Summary } from '../../Summary.tsx';
import { focusWrong, LEAVING, useAction, useAwake } from '../../useRefusal.ts';
import { beginNovel } from './beginNovel.ts';
import { CoverField } from './CoverField.tsx';
import { FIELDS } from './details.ts';
import type { Draft } from './draft.ts';
import { StoryFields } from './StoryFields.tsx';
import css from './StoryForm.module.css';
import { type StoryFormProps, useDraft } from './useDraft.ts';

export function NewStory({ offer, types, type, novelGenres, owner }: StoryFormProps) {
  const t = useTranslations('storyForm');
  const notices = useTranslations('notices');
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const awake = useAwake();
  const { refusal, setRefusal, busy, run, mend } = useAction();
  const { draft, put, cover, isRestored, forget, created } = useDraft({ offer, types, type, owner });
  const { mediaId, step } = cover.picture;
  const isNovel = draft.publication_type === 'novel';
  const errors = refusal?.fields ?? {};

  const change = (next: Partial<Draft>) => {
    mend(...Object.keys(next));
    put(next);
  };
  const chooseType = (next: string) => {
    const fits = next === 'novel' || !novelGenres.includes(draft.genre);
    change({ publication_type: next, ...(fits ? {} : { genre: '' }) });
  };
  const discard = () => {
    forget();
    setRefusal(null);
    form.current?.querySelector<HTMLElement>('[name=title]')?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (step === 'sending') return setRefusal({ code: '', message: t('coverFirst'), fields: {} });
    const fine = await run(async () => {
      const { format, publication_type, ...rest } = draft;
      const made = await api('POST /creator/stories', {
        body: {
          ...rest,
          // The casts are safe for offered values. The server checks their combination.
          publication_type: publication_type as 'comics',
          genre: draft.genre as 'other',
          tags: [...draft.tags],
          format: isNovel ? undefined : (format ?? undefined),
          cover_media_id: mediaId,
        },
      });
      created();
      const path = isNovel
        ? await beginNovel(made.story.id, { episode: t('firstEpisode'), chapter: t('firstChapter') })
        : address('/creator/stories/@id', { id: made.story.id });
      location.assign(withToast(href(path), notices('story_saved')));
      return LEAVING;
    });
    if (!fine) focusWrong(form.current);
  };

  return (
    <ActionForm
      className={css.form}
      call="POST /creator/stories"
      noValidate={awake}
      ref={form}
      onSubmit={submit}
      aria-label={t('newStory')}
    >
      <FieldScope>
        {refusal && <Summary refusal={refusal} fields={FIELDS} />}
        {isRestored && (
          <Notice
            actions={
              <Button kind="quiet" onClick={discard}>
                {t('discardDraft')}
              </Button>
            }
          >
            {t('draftRestored')}
          </Notice>
        )}
        <fieldset className={css.fields}>
          {types.length > 1 ? (
            <div data-needs-js>
              <Segmented
                legend={t('type')}
                name="publication_type"
                options={types}
                value={draft.publication_type}
                onChange={chooseType}
              />
            </div>
          ) : (
            <input type="hidden" name="publication_type" value={draft.publication_type} />
          )}
          <CoverField
            cover={{
              ...cover,
              choose(file) {
                mend('cover_media_id');
                cover.choose(file);
              },
            }}
            errors={errors.cover_media_id}
            disabled={false}
            mayRemove
          />
          <StoryFields
            offer={{
              ...offer,
              genres: isNovel
                ? offer.genres
                : offer.genres.filter(({ value }) => !novelGenres.includes(value)),
            }}
            hasFormat={!isNovel}
            details={draft}
            onChange={change}
            errors={errors}
          />
        </fieldset>
        {refusal && !FIELDS.some((name) => refusal.fields[name]) && (
          <Notice kind="bad" urgent>
            {refusal.message}
          </Notice>
        )}
        <div className={css.actions}>
          <Button type="submit" kind="filled" big busy={busy && t('saving')}>
            {t('create')}
          </Button>
          <p className={css.note} data-needs-js>
            {t('draftKept')}
          </p>
        </div>
      </FieldScope>
    </ActionForm>
  );
}
