import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Mark } from '../../../pages/ui/Mark.tsx';
import css from './Queue.module.css';
import type { GivenAnswer, ReportedThing } from './types.ts';
import { useTitle } from './useTitle.ts';

export function Decided({
  thing,
  answer,
  onUndo,
}: {
  thing: ReportedThing;
  answer: GivenAnswer;
  onUndo: () => void;
}) {
  const t = useTranslations('reportQueue');
  return (
    <article className={css.decided} data-report={thing.id} tabIndex={-1}>
      <p>
        <Mark shape={answer.state === 'actioned' ? 'disc' : 'ring'}>
          {t(answer.state satisfies 'actioned' | 'rejected')}
        </Mark>{' '}
        <b dir="auto">{useTitle(thing)}</b> ·{' '}
        {answer.decisionId === null
          ? t('meanwhile', { name: answer.by ?? t('somebody') })
          : t('decidedCount', { count: answer.count })}
      </p>
      {answer.decisionId !== null && (
        <Button icon="undo-2" onClick={onUndo}>
          {t('undo')}
        </Button>
      )}
    </article>
  );
}
