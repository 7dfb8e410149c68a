import type { ReactNode } from 'react';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { Button, LinkButton } from '../../../pages/ui/Button.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import head from '../../../pages/ui/PageHead.module.css';
import type { Item } from '../comic/readiness.ts';
import css from './ReleaseHead.module.css';
import type { ReleaseRights, ReleaseStory } from './release.ts';
import type { ReleaseOptions } from './useRelease.ts';

export type ReleaseHeadProps = ReleaseOptions & {
  story: ReleaseStory;
  may: ReleaseRights;
  zone: string;
  lacking: readonly Item[];
  settling?: boolean;
  maySwap?: boolean;
  tools?: ReactNode;
  problem?: string | null;
};

export type ReleaseToolsProps = {
  facts: ReleaseHeadProps;
  onWarm: () => void;
  onAsk: (which: 'plan' | 'away') => void;
  onUnschedule: () => void;
  unscheduling: boolean;
};

export function ReleaseTools({ facts, onWarm, onAsk, onUnschedule, unscheduling }: ReleaseToolsProps) {
  const { episode, story, may, lacking } = facts;
  const t = useTranslations('console');
  const release = useTranslations('release');
  const href = useHref();
  const { status } = episode;
  const isOpen = status === 'in_progress' || status === 'scheduled';
  const isReady = lacking.length === 0 && !facts.settling;
  const isReading = address('/stories/@slug/@number', { slug: story.slug, number: episode.number });
  return (
    <div className={classes(head.tools, css.tools)}>
      {facts.tools}
      {status === 'published' && (
        <LinkButton kind="quiet" icon="eye" href={href(isReading)}>
          {t('view')}
        </LinkButton>
      )}
      {may.publish && status === 'scheduled' && (
        <span data-needs-js>
          <Button kind="quiet" busy={unscheduling && release('unscheduling')} onClick={onUnschedule}>
            {release('unschedule')}
          </Button>
        </span>
      )}
      {may.publish && isOpen && (
        <span data-needs-js>
          <Button
            kind="filled"
            icon={status === 'scheduled' ? 'calendar-days' : undefined}
            aria-disabled={!isReady}
            aria-describedby={isReady ? undefined : 'readiness'}
            aria-haspopup="dialog"
            onPointerEnter={onWarm}
            onFocus={onWarm}
            onClick={() => (isReady ? onAsk('plan') : document.getElementById('readiness')?.focus())}
          >
            {status === 'scheduled' ? release('changePlan') : t('publish')}
          </Button>
        </span>
      )}
      {may.publish && status === 'published' && (
        <span data-needs-js>
          <Button
            kind="outlined"
            aria-haspopup="dialog"
            onPointerEnter={onWarm}
            onFocus={onWarm}
            onClick={() => onAsk('away')}
          >
            {t('unpublish')}
          </Button>
        </span>
      )}
    </div>
  );
}
