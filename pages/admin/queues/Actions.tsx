import { ActionForm } from '#islands/ActionForm.tsx';
import { useTranslations } from '#locales/react.tsx';
import type { Address } from '#pages/addresses.ts';
import { Button } from '#pages/ui/Button.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { jobText } from './labels.ts';
import css from './Queues.module.css';

type ActionProps = {
  job: { id: string; area: string; number: string };
  here: Address;
  /** Number of similar jobs, when the action is for all of them. */
  alike?: number;
  filled?: boolean;
};

const AlikeField = ({ alike }: { alike: number | undefined }) =>
  alike === undefined ? null : <input type="hidden" name="alike" value="true" />;

export function RetryForm({ job, here, alike, filled = false }: ActionProps) {
  const t = useTranslations('queues');
  return (
    <ActionForm call="POST /admin/failed_jobs/:id/retry" params={{ id: job.id }} page={here}>
      <AlikeField alike={alike} />
      <Button
        type="submit"
        icon="rotate-ccw"
        kind={filled ? 'filled' : 'quiet'}
        aria-label={alike === undefined ? t('retryOf', { job: jobText(job) }) : undefined}
      >
        {alike === undefined ? t('retry') : t('alikeRetry', { count: alike })}
      </Button>
    </ActionForm>
  );
}

export function PromoteForm({ job, here }: ActionProps) {
  const t = useTranslations('queues');
  return (
    <ActionForm call="POST /admin/jobs/:id/promote" params={{ id: job.id }} page={here}>
      <Button type="submit" icon="play" kind="filled" aria-label={`${t('promote')} ${jobText(job)}`}>
        {t('promote')}
      </Button>
    </ActionForm>
  );
}

/** Asks first, since dropped jobs are never retried. */
export function DropForm({ job, here, alike }: ActionProps) {
  const t = useTranslations('queues');
  return (
    <Disclosure
      className={css.ask}
      summary={alike === undefined ? t('drop') : t('alikeDrop', { count: alike })}
    >
      <ActionForm
        call="DELETE /admin/failed_jobs/:id"
        params={{ id: job.id }}
        page={here}
        className={css.asked}
      >
        <AlikeField alike={alike} />
        <p>{alike === undefined ? t('dropAsk') : t('alikeDropAsk')}</p>
        <Button
          type="submit"
          kind="danger"
          aria-label={alike === undefined ? `${t('dropDo')} ${jobText(job)}` : undefined}
        >
          {alike === undefined ? t('dropDo') : t('alikeDropDo', { count: alike })}
        </Button>
      </ActionForm>
    </Disclosure>
  );
}
