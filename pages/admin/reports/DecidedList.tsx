import { ActionForm } from '../../../islands/ActionForm.tsx';
import { formatDate, formatTime } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import type { ListedDecision } from '../../../server/domains/safety/reports/queries-decided.ts';
import type { Address } from '../../addresses.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import css from './Page.module.css';

export function DecidedList({ decisions, page }: { decisions: readonly ListedDecision[]; page: Address }) {
  const t = useTranslations('reportQueue');
  if (decisions.length === 0) return <Empty heading={t('noneDecided')} />;
  return (
    <ul className={css.decisions}>
      {decisions.map((decision) => (
        <li key={decision.id}>
          <Row decision={decision} page={page} />
        </li>
      ))}
    </ul>
  );
}

function Row({ decision, page }: { decision: ListedDecision; page: Address }) {
  const t = useTranslations('reportQueue');
  const reasons = useTranslations('reportCategories');
  const things = useTranslations('reportSubjects');
  const { id, subjectType, category, note, reportCount, hid, at, canUndo, story, by } = decision;
  return (
    <>
      <div className={css.what}>
        <p className={css.line}>
          <Badge>{reasons(category)}</Badge>
          {hid && <Badge kind="outlined">{t('hid')}</Badge>}
        </p>
        <p className={css.name} dir="auto">
          {things(subjectType)}
          {story !== null && `: ${story}`}
        </p>
        <p className={css.note} dir="auto">
          {note}
        </p>
        <p className={css.facts}>
          {t('reports', { count: reportCount })} ·{' '}
          {t('byWhom', { date: formatDate(at), time: formatTime(at), name: by ?? t('somebody') })}
        </p>
      </div>
      {canUndo && (
        <ActionForm call="DELETE /admin/violation_decisions/:id" params={{ id }} page={page}>
          <Button type="submit" icon="undo-2">
            {t('undo')}
          </Button>
        </ActionForm>
      )}
    </>
  );
}
