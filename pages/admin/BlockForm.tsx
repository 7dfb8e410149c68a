import { ActionForm, actionOf } from '#islands/ActionForm.tsx';
import { useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Checkbox } from '#pages/ui/Checkbox.tsx';
import { SelectField, TextArea, TextField } from '#pages/ui/Field.tsx';
import { VIOLATIONS, type Violation } from '#server/domains/platform/policy/rules.ts';
import {
  BLOCK_GROUNDS,
  type ContentSubject,
  FACTS_MAX_LENGTH,
  isContent,
  RULE_MAX_LENGTH,
} from '#server/domains/safety/takedowns/rules.ts';
import css from './Admin.module.css';
import type { letterIn } from './letterIn.ts';

/** One of three calls. */
type FormProps = { call: 'POST /admin/stories/:id/block'; params: { id: string } };

export type BlockFormProps = {
  kind: 'episode' | 'story' | ContentSubject;
  id: string;
  owner: string;
  letter: ReturnType<typeof letterIn>;
  category?: Violation;
};

function callsOf({ kind, id }: Pick<BlockFormProps, 'kind' | 'id'>) {
  if (isContent(kind)) {
    const params = { type: kind, id };
    return {
      form: { call: 'POST /admin/contents/:type/:id/hide', params } as const,
      letter: actionOf('POST /admin/contents/:type/:id/letter', params),
    };
  }
  const params = { id };
  return kind === 'story'
    ? {
        form: { call: 'POST /admin/stories/:id/block', params } as const,
        letter: actionOf('POST /admin/stories/:id/letter', params),
      }
    : {
        form: { call: 'POST /admin/episodes/:id/block', params } as const,
        letter: actionOf('POST /admin/episodes/:id/letter', params),
      };
}

/** At least one sentence, since the creator reads it. */
const FACTS_LEAST = 20;

export function BlockForm({ kind, id, owner, letter, category = 'other' }: BlockFormProps) {
  const t = useTranslations('administration');
  const words = useTranslations('reportCategories');
  const grounds = useTranslations('statement');
  const calls = callsOf({ kind, id });
  const label = isContent(kind) ? t('hide') : kind === 'story' ? t('blockStory') : t('blockEpisode');
  return (
    <section aria-labelledby="block" className={css.part}>
      <h2 id="block">{label}</h2>
      {kind === 'story' && <p>{t('blockStoryHint')}</p>}
      <ActionForm {...(calls.form as FormProps)} className={css.form}>
        <SelectField
          label={t('category')}
          name="category"
          defaultValue={category}
          options={VIOLATIONS.map((value) => ({ value, label: words(value) }))}
        />
        <SelectField
          label={t('ground')}
          name="ground"
          defaultValue="guidelines"
          options={BLOCK_GROUNDS.map((value) => ({ value, label: grounds(`grounds.${value}`) }))}
        />
        <TextField
          label={t('rule')}
          hint={t('ruleHint')}
          name="rule"
          maxLength={RULE_MAX_LENGTH}
          dir="auto"
        />
        <TextArea
          label={t('factsField')}
          hint={t(isContent(kind) ? 'factsHintContent' : 'factsHint')}
          name="reason"
          rows={6}
          required
          minLength={FACTS_LEAST}
          maxLength={FACTS_MAX_LENGTH}
          dir="auto"
        />
        <Checkbox name="found_automatically">{t('foundAutomatically')}</Checkbox>
        {letter && (
          <section aria-labelledby="letter">
            <h3 id="letter">{t(isContent(kind) ? 'letterContent' : 'letter', { name: owner })}</h3>
            <div className={css.letter} lang={letter.language}>
              <p>
                <b>{letter.title}</b>
              </p>
              {letter.paragraphs.map((text) => (
                <p key={text} className={css.said} dir="auto">
                  {text}
                </p>
              ))}
            </div>
          </section>
        )}
        <div className={css.actions}>
          <Button type="submit" icon="eye" formAction={calls.letter}>
            {t('letterShow')}
          </Button>
          <Button type="submit" kind="filled" icon={isContent(kind) ? 'eye-off' : 'ban'}>
            {label}
          </Button>
        </div>
      </ActionForm>
    </section>
  );
}
