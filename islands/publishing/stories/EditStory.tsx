/** Details of an existing story, saved automatically. Never overwrites others' changes unseen (STO-40). */

import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { AskDialog } from '../../../pages/ui/AskDialog.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Choice } from '../../../pages/ui/Choice.tsx';
import { FieldScope } from '../../../pages/ui/FieldScope.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { Conflict } from '../../autosave/Conflict.tsx';
import { SaveLine } from '../../autosave/SaveLine.tsx';
import { useCroppedPicture } from '../../media/crop/useCroppedPicture.ts';
import { Summary } from '../../Summary.tsx';
import { useAwake } from '../../useRefusal.ts';
import { CoverField } from './CoverField.tsx';
import { DeleteStory } from './DeleteStory.tsx';
import { DetailValue } from './DetailValue.tsx';
import { both, canBeBoth, type Details, FIELDS, type Story } from './details.ts';
import { StoryFields } from './StoryFields.tsx';
import css from './StoryForm.module.css';
import type { StoryFormProps } from './useDraft.ts';
import { useStorySaving } from './useStorySaving.ts';

export function EditStory({
  story,
  may,
  offer,
  pages,
  zone,
}: Pick<StoryFormProps, 'may' | 'offer' | 'pages' | 'zone'> & { story: Story }) {
  const t = useTranslations('storyForm');
  const autosave = useTranslations('autosave');
  const notices = useTranslations('notices');
  const awake = useAwake();
  const form = useRef<HTMLFormElement>(null);
  const { known, remake, ...saving } = useStorySaving(story);
  const { values: details, state, wrong, taken, change, flush, decide, revert, retry } = saving;
  const toRemake = state.kind === 'asks' ? state.count : 0;
  const cover = useCroppedPicture('cover', { mediaId: story.cover_media_id, url: story.cover_url });
  const { mediaId, step } = cover.picture;
  // Readers keep the old cover until the new one is ready. A failed one is never used.
  const isUsable = step === 'processing' ? !story.published : step !== 'failed';
  const { show } = cover;
  const errors = wrong?.fields ?? {};

  // Synchronizes the picture's own state with `cover_media_id`, in both directions.
  const shown = useRef(story.cover_media_id);
  useEffect(() => {
    if (mediaId === shown.current || !isUsable) return;
    shown.current = mediaId;
    change({ cover_media_id: mediaId });
  }, [mediaId, isUsable, change]);
  useEffect(() => {
    if (details.cover_media_id === shown.current) return;
    shown.current = details.cover_media_id;
    const url = known.cover_media_id === details.cover_media_id ? known.cover_url : null;
    show({ mediaId: details.cover_media_id, url });
  }, [details.cover_media_id, known, show]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void retry();
  };
  const choose = (choice: Partial<Details>) => {
    decide(choice);
    form.current?.querySelector<HTMLElement>('[name=title]')?.focus();
  };
  return (
    <>
      <ActionForm
        className={css.form}
        call="PATCH /creator/stories/:id"
        params={{ id: story.id }}
        noValidate={awake}
        ref={form}
        onSubmit={submit}
        onBlur={flush}
        aria-label={t('details')}
      >
        <input type="hidden" name="lock_version" value={story.lock_version} />
        <FieldScope>
          <Summary refusal={wrong} fields={FIELDS} urgent />
          <Conflict
            what={`story:${story.id}`}
            names={FIELDS}
            values={details}
            state={state}
            labelOf={(name) => t(`names.${name}`)}
            show={(name, shown) => <DetailValue name={name} details={shown} offer={offer} />}
            both={(name, theirs) => (canBeBoth(name) ? both(name, { mine: details, theirs }) : null)}
            zone={zone}
            change={change}
            onDecide={choose}
          />
          <fieldset className={css.fields} disabled={!may.edit}>
            <CoverField
              cover={cover}
              errors={errors.cover_media_id}
              disabled={!may.edit}
              mayRemove={!story.published}
            />
            <StoryFields
              offer={offer}
              hasFormat={story.format !== null}
              details={details}
              onChange={change}
              errors={errors}
              formatFixed={known.published_count + known.blocked_count > 0}
            />
            {pages > 0 && (
              <noscript>
                <Choice type="checkbox" name="pages_to_remake" value={pages}>
                  {t('remakePlain', { count: pages })}
                </Choice>
              </noscript>
            )}
          </fieldset>
        </FieldScope>
        {taken.length > 0 && (
          <Notice>
            {autosave('theirsTaken', { fields: taken.map((name) => t(`names.${name}`)).join(', ') })}
          </Notice>
        )}
        {may.edit &&
          (awake ? (
            <SaveLine state={state} zone={zone} saved={notices('story_saved')} onRetry={retry} />
          ) : (
            <div className={css.actions}>
              <Button type="submit">{t('save')}</Button>
            </div>
          ))}
      </ActionForm>
      <AskDialog
        isAsked={state.kind === 'asks'}
        heading={t('remakeAsk', { count: toRemake })}
        yes={t('remakeDo')}
        no={t('remakeKeep')}
        onYes={() => {
          if (state.kind !== 'asks') return;
          remake(state.count);
        }}
        onNo={() => revert('format')}
      >
        <p>{t('remakeHint', { count: toRemake })}</p>
      </AskDialog>
      {may.delete && <DeleteStory id={story.id} title={known.title} published={story.published} />}
    </>
  );
}
