/** The details of a story, new or known (STO-06, STO-07, STO-39, STO-40). */
import { type FormEvent, useRef, useState } from 'react';
import { formatNumber } from '../locales/index.ts';
import { useHref, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { type Option, SelectField, TextArea, TextField } from '../pages/ui/Field.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import { Segmented } from '../pages/ui/Segmented.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import type { Api } from '../server/api.ts';
import type { BodyOf, ReplyOf } from '../server/lib/contract.ts';
import { api } from './api.ts';
import { DeleteStory } from './stories/DeleteStory.tsx';
import { PictureField } from './stories/PictureField.tsx';
import css from './stories/StoryForm.module.css';
import { parseTags } from './stories/tags.ts';
import { usePicture } from './usePicture.ts';
import { focusFirstWrong, LEAVING, useDeed } from './useRefusal.ts';
import { useToast } from './useToast.ts';

export type Story = ReplyOf<Api['GET /creator/stories/:id']>['story'];
type Fields = BodyOf<Api['POST /creator/stories']>;

export type StoryFormProps = {
  /** Null for a new one. */
  story: Story | null;
  /** Offered to this creator, the first is preset. */
  types: readonly Option[];
  formats: readonly Option[];
  genres: readonly Option[];
  languages: readonly Option[];
  /** Those the creator is likely to want, before all others. */
  usualLanguages: readonly Option[];
  ratings: readonly Option[];
  most: { title: number; description: number };
};

export default function StoryForm(props: StoryFormProps) {
  const { story, most } = props;
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const [version, setVersion] = useState(story?.lock_version);
  const [title, setTitle] = useState(story?.title ?? '');
  const [length, setLength] = useState([...(story?.description ?? '')].length);
  const { picture, choose } = usePicture('cover', {
    mediaId: story?.cover_media_id ?? null,
    url: story?.cover_url ?? null,
  });
  const { refusal, busy, run, setRefusal } = useDeed();
  const toast = useToast();
  const mayEdit = story === null || story.role !== 'viewer';
  const errors = refusal?.fields ?? {};

  const save = async (lockVersion: number | undefined) => {
    if (form.current === null) return;
    const body = { ...valuesOf(new FormData(form.current)), cover_media_id: picture.mediaId };
    const fine = await run(async () => {
      if (story === null) {
        const made = await api('POST /creator/stories', { body });
        const notice = encodeURIComponent(notices('story_saved'));
        location.assign(href(`/creator/stories/${made.story.id}?success_notice=${notice}`));
        return LEAVING;
      }
      const { publication_type: _, ...change } = body;
      const format = story.format === null ? undefined : change.format;
      const reply = await api('PATCH /creator/stories/:id', {
        params: { id: story.id },
        body: { ...change, format, lock_version: lockVersion },
      });
      setVersion(reply.story.lock_version);
      setTitle(reply.story.title);
      toast.show(notices('story_saved'));
    });
    if (!fine) focusFirstWrong(form.current);
  };

  /** Somebody else saved meanwhile: what stands in this form is saved over it, if the creator wants that. */
  const saveOver = async () => {
    if (story === null) return;
    let newest: number | undefined;
    const fine = await run(async () => {
      const reply = await api('GET /creator/stories/:id', { params: { id: story.id } });
      newest = reply.story.lock_version;
    });
    if (fine) await save(newest);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (picture.step === 'sending') return setRefusal({ code: '', message: t('coverFirst'), fields: {} });
    void save(version);
  };

  return (
    <>
      <form
        className={css.form}
        method="dialog"
        noValidate
        ref={form}
        onSubmit={submit}
        aria-label={story === null ? t('newStory') : t('details')}
      >
        <fieldset className={css.fields} disabled={!mayEdit}>
          <PictureField
            label={t('cover')}
            hint={t('coverHint')}
            picture={picture}
            onChoose={choose}
            errors={errors.cover_media_id}
            disabled={!mayEdit}
          />
          <TextField
            label={t('title')}
            name="title"
            defaultValue={story?.title}
            maxLength={most.title}
            required
            autoComplete="off"
            errors={errors.title}
          />
          {story === null && props.types.length > 1 && (
            <Segmented
              legend={t('type')}
              name="publication_type"
              options={props.types}
              defaultValue={props.types[0]?.value}
            />
          )}
          {story === null && props.types.length === 1 && (
            <input type="hidden" name="publication_type" value={props.types[0]?.value} />
          )}
          {story?.format !== null && (
            <Segmented
              legend={t('format')}
              name="format"
              options={props.formats}
              defaultValue={story?.format ?? props.formats[0]?.value}
            />
          )}
          <div className={css.pair}>
            <SelectField
              label={t('genre')}
              name="genre"
              defaultValue={story?.genre ?? ''}
              required
              errors={errors.genre}
            >
              {story === null && <option value="">{t('choose')}</option>}
              {props.genres.map((genre) => (
                <option key={genre.value} value={genre.value}>
                  {genre.label}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t('language')}
              name="language"
              defaultValue={story?.language ?? ''}
              required
              errors={errors.language}
            >
              {story === null && <option value="">{t('choose')}</option>}
              {props.usualLanguages.map((each) => (
                <option key={each.value} value={each.value}>
                  {each.label}
                </option>
              ))}
              <hr />
              {props.languages.map((each) => (
                <option key={each.value} value={each.value}>
                  {each.label}
                </option>
              ))}
            </SelectField>
          </div>
          <TextArea
            label={t('description')}
            hint={t('count', { count: formatNumber(length), most: formatNumber(most.description) })}
            name="description"
            defaultValue={story?.description}
            maxLength={most.description}
            onChange={(event) => setLength([...event.currentTarget.value].length)}
            errors={errors.description}
          />
          <TextField
            label={t('tags')}
            hint={t('tagsHint')}
            name="tags"
            defaultValue={story?.tags.join(', ')}
            autoComplete="off"
            errors={errors.tags}
          />
          <Segmented
            legend={t('rating')}
            name="rating"
            options={props.ratings}
            defaultValue={story?.rating ?? props.ratings[0]?.value}
          />
        </fieldset>
        {refusal && (
          <Notice
            kind="bad"
            urgent
            actions={
              refusal.code === 'stale_version' && (
                <>
                  <Button onClick={() => location.reload()}>{t('loadAgain')}</Button>
                  <Button kind="quiet" onClick={saveOver}>
                    {t('saveOver')}
                  </Button>
                </>
              )
            }
          >
            {refusal.message}
          </Notice>
        )}
        {mayEdit && (
          <div className={css.actions} data-needs-js>
            <Button
              type="submit"
              kind={story === null ? 'filled' : 'outlined'}
              big={story === null}
              busy={busy && t('saving')}
            >
              {story === null ? t('create') : t('save')}
            </Button>
          </div>
        )}
      </form>
      {story?.role === 'owner' && <DeleteStory id={story.id} title={title} published={story.published} />}
      <Toast>{toast.text}</Toast>
    </>
  );
}

function valuesOf(values: FormData): Fields {
  const text = (name: string) => String(values.get(name) ?? '');
  // What a segment or a list offers is one of the contract's words; the server is asked whether it is.
  return {
    title: text('title'),
    publication_type: text('publication_type') as Fields['publication_type'],
    format: text('format') as Fields['format'],
    genre: text('genre') as Fields['genre'],
    language: text('language'),
    description: text('description'),
    tags: parseTags(text('tags')),
    rating: text('rating') as Fields['rating'],
  };
}
