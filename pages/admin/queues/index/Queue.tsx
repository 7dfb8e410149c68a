import { ActionForm } from '#islands/ActionForm.tsx';
import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import { Button } from '#pages/ui/Button.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { Mark } from '#pages/ui/Mark.tsx';
import type { Board } from '#server/domains/administration/jobs/queries.ts';
import { momentText, useDuration } from '../labels.ts';
import css from '../Queues.module.css';
import own from './Page.module.css';

type OneQueue = NonNullable<Board['queues']>[number];

const SHAPES = { behind: 'square', paused: 'half', fine: 'disc', idle: 'ring' } as const;

export function Queue({ queue, now, here }: { queue: OneQueue; now: string; here: Address }) {
  const t = useTranslations('queues');
  const href = useHref();
  const duration = useDuration();
  const { name, state, oldest_at: oldest, next_at: next, next_job_id: nextId } = queue;
  const age = oldest === null ? null : new Date(now).getTime() - new Date(oldest).getTime();
  return (
    <section className={own.queue} aria-labelledby={`queue-${name}`}>
      <div>
        <h2 id={`queue-${name}`} className={own.name}>
          {name}
        </h2>
        <Mark shape={SHAPES[state]}>{t(`states.${state}`)}</Mark>
      </div>
      <p className={own.about}>{t(`about.${name}`)}</p>
      <dl className={own.figures}>
        {(['waiting', 'active', 'delayed', 'failed'] as const).map((key) => (
          <div key={key} className={key === 'failed' && queue.failed > 0 ? own.bad : undefined}>
            <dt>{t(key)}</dt>
            <dd>{formatNumber(queue[key])}</dd>
          </div>
        ))}
      </dl>
      <p className={own.since}>
        {age !== null && <span>{t('oldest', { time: duration(age) })}</span>}
        {next !== null && nextId !== null && (
          <a href={href(address('/admin/queues/@id', { id: nextId }))}>
            {t('next', { moment: momentText(next, now) })}
          </a>
        )}
      </p>
      <PauseForm name={name} isPaused={state === 'paused'} here={here} />
    </section>
  );
}

/** Asks before pausing. Resuming needs no question. */
export function PauseForm({
  name,
  isPaused,
  here,
}: {
  name: 'quick' | 'images' | 'all';
  isPaused: boolean;
  here: Address;
}) {
  const t = useTranslations('queues');
  const label = (deed: string) => `${deed} ${t(`names.${name}`)}`;
  const form = { params: { name }, page: here, className: css.asked };
  if (isPaused)
    return (
      <ActionForm call="DELETE /admin/queues/:name/pause" {...form}>
        <Button type="submit" kind="ink" aria-label={label(t('resume'))}>
          {name === 'all' ? t('resumeAll') : t('resume')}
        </Button>
      </ActionForm>
    );
  return (
    <Disclosure summary={name === 'all' ? t('pauseAll') : t('pause')} className={css.ask}>
      <ActionForm call="PUT /admin/queues/:name/pause" {...form}>
        <p>{t('pauseAsk')}</p>
        <Button type="submit" icon="pause" aria-label={label(t('pauseDo'))}>
          {t('pauseDo')}
        </Button>
      </ActionForm>
    </Disclosure>
  );
}
