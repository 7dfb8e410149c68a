import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDate, formatTime } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Notice } from '../../../pages/ui/Notice.tsx';
import head from '../../../pages/ui/PageHead.module.css';
import { StateMark, type StateWords } from '../../../pages/ui/StateMark.tsx';
import { useDialog } from '../../../pages/ui/useDialog.ts';
import { RefusedAction } from '../../RefusedAction.tsx';
import { useWording } from '../../useRefusal.ts';
import css from './ReleaseHead.module.css';
import type { ReleaseHeadProps } from './ReleaseTools.tsx';
import { ReleaseTools } from './ReleaseTools.tsx';
import { useRelease } from './useRelease.ts';

/** Loaded on demand: most visits need no dialog. */
const loadDialogs = () => import('./dialogs.ts');
const warmDialogs = () => void loadDialogs().catch(() => undefined);
type Dialogs = Awaited<ReturnType<typeof loadDialogs>>;

export function ReleaseHead(props: ReleaseHeadProps) {
  const { episode, story, zone, lacking } = props;
  const t = useTranslations('console');
  const states = useTranslations('console.states');
  const codes = useTranslations('codes');
  const ids = useId();
  const plan = useDialog();
  const away = useDialog();
  const wording = useWording();
  const [dialogs, setDialogs] = useState<Dialogs | null>(null);
  const [asking, setAsking] = useState<'plan' | 'away' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { refusal, setRefusal, busy, mend, ...actions } = useRelease(props);
  const { status } = episode;

  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    // The focused button may be gone with the previous state.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [status]);

  const ask = async (which: 'plan' | 'away') => {
    const code = dialogs ?? (await loadDialogs().catch((error: unknown) => setRefusal(wording(error))));
    if (!code) return;
    // Renders before opening, so that the focus goes to the first element inside.
    flushSync(() => {
      setDialogs(code);
      setRefusal(null);
      setAsking(which);
    });
    (which === 'plan' ? plan : away).open();
  };
  const closing = (dialog: typeof plan, deed: Promise<boolean>) =>
    deed.then((fine) => {
      if (fine) dialog.close();
      return fine;
    });

  const words: StateWords = {
    in_progress: states('in_progress'),
    scheduled: states('scheduled'),
    published: states('published'),
    blocked: states('blocked'),
  };
  return (
    <>
      <div className={head.head}>
        <h1 className={head.title} ref={heading} tabIndex={-1}>
          <span className={css.number}>{episode.number}</span> ·{' '}
          <span lang={story.language} dir="auto">
            {episode.title}
          </span>
        </h1>
        <span className={classes(head.state, css.state)}>
          <StateMark state={status} words={words} />
          {episode.publish_at !== null && (
            <time dateTime={episode.publish_at}>
              {formatDate(episode.publish_at, zone)} {formatTime(episode.publish_at, zone)}
            </time>
          )}
          {episode.is_announced && <span className={css.announced}>{t('announced')}</span>}
        </span>
        <ReleaseTools
          facts={props}
          onWarm={warmDialogs}
          onAsk={(which) => void ask(which)}
          onUnschedule={() => void actions.unschedule()}
          unscheduling={busy && asking === null}
        />
      </div>
      <div className={css.notices}>
        {status === 'published' && (
          <Notice>{props.maySwap ? t('publishedSwap') : t('unpublishFirst')}</Notice>
        )}
        {status === 'blocked' && (
          <Notice kind="bad">
            {codes('episode_blocked')}
            {episode.blocked_reason && <p>{t('blockedReason', { reason: episode.blocked_reason })}</p>}
          </Notice>
        )}
        {asking === null && refusal && <RefusedAction refusal={refusal} />}
        {props.problem && (
          <Notice kind="bad" urgent>
            {props.problem}
          </Notice>
        )}
      </div>
      {dialogs !== null && (
        <>
          <dialogs.PublishDialog
            id={`${ids}-plan`}
            ref={plan.ref}
            isOpen={asking === 'plan'}
            episode={episode}
            storyId={story.id}
            zone={zone}
            subscribers={story.subscribers}
            lacking={lacking}
            refusal={refusal}
            busy={busy}
            onPublish={() => closing(plan, actions.publish())}
            onSchedule={(wish) => closing(plan, actions.schedule(wish))}
            onMend={mend}
            onCancel={() => plan.close()}
            onClose={() => setAsking(null)}
          />
          <dialogs.UnpublishDialog
            id={`${ids}-away`}
            ref={away.ref}
            isOpen={asking === 'away'}
            episode={episode}
            refusal={asking === 'away' ? refusal : null}
            busy={busy}
            onUnpublish={() => void closing(away, actions.unpublish())}
            onCancel={() => away.close()}
            onClose={() => setAsking(null)}
          />
        </>
      )}
    </>
  );
}
