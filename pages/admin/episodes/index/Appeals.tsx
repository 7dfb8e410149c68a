import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Button } from '#pages/ui/Button.tsx';
import { Choice } from '#pages/ui/Choice.tsx';
import { TextArea } from '#pages/ui/Field.tsx';
import { Group } from '#pages/ui/Group.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { Seen } from '#pages/ui/Seen.tsx';
import {
  APPEAL_DECISIONS,
  APPEAL_NOTE_MAX_LENGTH,
  isContent,
} from '#server/domains/safety/takedowns/rules.ts';
import type { Data } from './+data.ts';

type Shown = Data['appeals'][number];

export function Appeals({ appeals }: { appeals: readonly Shown[] }) {
  const t = useTranslations('administration');
  if (appeals.length === 0) return null;
  return (
    <section aria-labelledby="appeals" className={css.part}>
      <h2 id="appeals">{t('appeals')}</h2>
      <ul className={css.list}>
        {appeals.map((appeal) => (
          <li key={appeal.id} className={css.form} id={`appeal-${appeal.id}`}>
            <Appeal appeal={appeal} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function placeOf({ subject_type: type, subject_id: id, owner }: Shown): Address {
  if (type === 'story') return address('/admin/stories/@id', { id });
  if (type === 'episode') return address('/admin/episodes/@id', { id });
  return address('/admin/contents/@type/@id', {
    type,
    id: type === 'profile_picture' ? (owner?.id ?? '') : id,
  });
}

function Appeal({ appeal: shown }: { appeal: Shown }) {
  const t = useTranslations('administration');
  const words = useTranslations('reportCategories');
  const subjects = useTranslations('statementSubjects');
  const href = useHref();
  const { id, story, episode, appeal, owner, blocked_by: blocker, may_decide: mayDecide } = shown;
  const { subject_type: type } = shown;
  return (
    <>
      <p>
        <a href={href(placeOf(shown))} className={css.name}>
          {isContent(type) ? subjects(type) : <bdi>{story?.title}</bdi>}
          {episode && (
            <>
              {' '}
              {episode.number}: <bdi>{episode.title}</bdi>
            </>
          )}
        </a>{' '}
        · {words(shown.category)}
        {shown.rule && (
          <>
            {' '}
            · <bdi>{shown.rule}</bdi>
          </>
        )}
        {blocker && (
          <>
            {' '}
            · <bdi>{blocker.display_name}</bdi>
          </>
        )}
      </p>
      {shown.content?.text && (
        <blockquote className={css.said} dir="auto">
          {shown.content.text}
        </blockquote>
      )}
      <blockquote className={css.said} dir="auto">
        {shown.facts}
      </blockquote>
      <p className={css.small}>
        {t('appealBy', {
          name: owner?.display_name ?? '',
          date: formatDate(appeal?.at ?? shown.created_at),
          time: formatTime(appeal?.at ?? shown.created_at),
        })}
      </p>
      <blockquote className={css.said} dir="auto">
        {appeal?.text}
      </blockquote>
      {mayDecide ? (
        <Decision id={id} version={shown.version} isOwn={blocker !== null && shown.is_own} />
      ) : (
        <Notice>{t('appealOwn')}</Notice>
      )}
    </>
  );
}

function Decision({ id, version, isOwn }: { id: string; version: string; isOwn: boolean }) {
  const t = useTranslations('administration');
  return (
    <>
      {isOwn && <Notice kind="warn">{t('appealAlone')}</Notice>}
      <ActionForm call="PATCH /admin/appeals/:id" params={{ id }} className={css.form}>
        <Seen version={version} />
        <Group legend={t('appealDo')} name="decision">
          {APPEAL_DECISIONS.map((decision) => (
            <Choice key={decision} type="radio" name="decision" value={decision} required>
              {decision === 'granted' ? t('appealGrant') : t('appealUphold')}
            </Choice>
          ))}
        </Group>
        <TextArea
          id={`note-${id}`}
          label={t('appealNote')}
          name="note"
          required
          maxLength={APPEAL_NOTE_MAX_LENGTH}
          dir="auto"
        />
        <div className={css.actions}>
          <Button type="submit" kind="filled">
            {t('appealDo')}
          </Button>
        </div>
      </ActionForm>
    </>
  );
}
