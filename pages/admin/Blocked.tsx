import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate, formatTime } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import type { AdminStatementShown } from '#server/domains/safety/takedowns/queries.ts';
import type { ContentSubject } from '#server/domains/safety/takedowns/rules.ts';
import css from './Admin.module.css';

export function Blocked({ kind, id, since }: { kind: 'episode' | 'story'; id: string; since: string }) {
  const t = useTranslations('administration');
  return (
    <Notice
      kind="bad"
      icon="ban"
      actions={
        <ActionForm
          call={kind === 'story' ? 'POST /admin/stories/:id/unblock' : 'POST /admin/episodes/:id/unblock'}
          params={{ id }}
        >
          <Button type="submit" icon="lock-open">
            {t('unblock')}
          </Button>
        </ActionForm>
      }
    >
      <p>{t('blockedSince', { date: formatDate(since), time: formatTime(since) })}</p>
    </Notice>
  );
}

export function Hidden({ kind, id }: { kind: ContentSubject; id: string }) {
  const t = useTranslations('administration');
  return (
    <Notice
      kind="bad"
      icon="eye-off"
      actions={
        <ActionForm call="POST /admin/contents/:type/:id/show" params={{ type: kind, id }}>
          <Button type="submit" icon="eye">
            {t('showAgain')}
          </Button>
        </ActionForm>
      }
    >
      <p>{t('contentHidden')}</p>
    </Notice>
  );
}

export function StatementFacts({ statement }: { statement: AdminStatementShown }) {
  const t = useTranslations('statement');
  const words = useTranslations('reportCategories');
  const { number, category, ground, rule, facts, appeal, decision, blocked_by: blocker } = statement;
  return (
    <section aria-labelledby="statement" className={css.part}>
      <h2 id="statement">{t('heading', { number })}</h2>
      <dl className={css.facts}>
        <dt>{t('byWhom')}</dt>
        <dd>
          <bdi>{blocker?.display_name ?? '–'}</bdi>, {formatDate(statement.created_at)}{' '}
          {formatTime(statement.created_at)}
        </dd>
        <dt>{t('category')}</dt>
        <dd>{words(category)}</dd>
        <dt>{t('ground')}</dt>
        <dd>
          {t(`grounds.${ground}`)}
          {rule && (
            <>
              , <bdi>{rule}</bdi>
            </>
          )}
        </dd>
        <dt>{t('facts')}</dt>
        <dd className={css.said} dir="auto">
          {facts}
        </dd>
        {appeal && (
          <>
            <dt>{t('courseAppeal')}</dt>
            <dd className={css.said} dir="auto">
              {appeal.text}
            </dd>
            <dt>{t('courseDecision')}</dt>
            <dd className={css.said} dir="auto">
              {decision === null ? t('waiting') : decision.note || t(`decidedText.${decision.decision}`)}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
