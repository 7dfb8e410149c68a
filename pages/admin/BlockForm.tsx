import { ActionForm, actionOf } from '#islands/ActionForm.tsx';
import { useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Checkbox } from '#pages/ui/Checkbox.tsx';
import { SelectField, TextArea, TextField } from '#pages/ui/Field.tsx';
import { BLOCK_GROUNDS, FACTS_MAX_LENGTH, RULE_MAX_LENGTH } from '#server/domains/blocking/rules.ts';
import { VIOLATIONS } from '#server/domains/policy/rules.ts';
import css from './Admin.module.css';
import type { letterIn } from './letterIn.ts';

export type BlockFormProps = {
  kind: 'episode' | 'story';
  id: string;
  /** Who gets the letter. */
  owner: string;
  letter: ReturnType<typeof letterIn>;
};

/** One sentence at least: it is what the creator reads. */
const FACTS_LEAST = 20;

/** Why something is blocked, in the words of its statement of reasons; the letter can be looked at before it goes. */
export function BlockForm({ kind, id, owner, letter }: BlockFormProps) {
  const t = useTranslations('administration');
  const words = useTranslations('reportCategories');
  const grounds = useTranslations('statement');
  return (
    <section aria-labelledby="block" className={css.part}>
      <h2 id="block">{kind === 'story' ? t('blockStory') : t('blockEpisode')}</h2>
      {kind === 'story' && <p>{t('blockStoryHint')}</p>}
      <ActionForm
        call={kind === 'story' ? 'POST /admin/stories/:id/block' : 'POST /admin/episodes/:id/block'}
        params={{ id }}
        className={css.form}
      >
        <SelectField
          label={t('category')}
          name="category"
          defaultValue="other"
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
          hint={t('factsHint')}
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
            <h3 id="letter">{t('letter', { name: owner })}</h3>
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
        <div className={css.deeds}>
          <Button
            type="submit"
            icon="eye"
            formAction={actionOf(
              kind === 'story' ? 'POST /admin/stories/:id/letter' : 'POST /admin/episodes/:id/letter',
              { id },
            )}
          >
            {t('letterShow')}
          </Button>
          <Button type="submit" kind="filled" icon="ban">
            {kind === 'story' ? t('blockStory') : t('blockEpisode')}
          </Button>
        </div>
      </ActionForm>
    </section>
  );
}
