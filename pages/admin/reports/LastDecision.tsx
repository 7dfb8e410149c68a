import { ActionForm } from '../../../islands/ActionForm.tsx';
import { useTranslations } from '../../../locales/react.tsx';
import type { Address } from '../../addresses.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Data } from './+data.ts';

export function LastDecision({
  decision,
  page,
}: {
  decision: NonNullable<Data['lastDecision']>;
  page: Address;
}) {
  const t = useTranslations('reportQueue');
  const { id, state, reportCount } = decision;
  return (
    <Notice
      kind="good"
      actions={
        <ActionForm call="DELETE /admin/violation_decisions/:id" params={{ id }} page={page}>
          <Button type="submit" icon="undo-2">
            {t('undo')}
          </Button>
        </ActionForm>
      }
    >
      {t('decided', { state: t(state) })} {t('decidedCount', { count: reportCount })} {t('undoFor')}
    </Notice>
  );
}
