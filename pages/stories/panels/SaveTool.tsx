import { PlainIsland } from '../../../islands/runtime/PlainIsland.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { ReaderPage } from '../../../server/domains/reading/reader/queries-reader.ts';
import { useFrame } from '../../layout/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SaveButton, SavedWord } from '../../ui/SaveButton.tsx';
import css from './SaveTool.module.css';

const OPEN = { kept: '{kept}', items: '{items}' };

/**
 * Saves the episode on the device and shows its state. Needs a script (islands/reading/offline/wake.ts). Offline texts
 * are here too, since every saved page contains this.
 */
export function SaveTool({ reading }: { reading: Pick<ReaderPage, 'episodeId' | 'content'> }) {
  const t = useTranslations('offline');
  const { preview } = useFrame();
  if (preview !== null) return null;
  // On a locked page, episodes unlocked before can be saved from their rows.
  const isLocked = reading.content.kind === 'locked';
  return (
    <PlainIsland name="offline">
      <div
        className={css.tool}
        hidden
        data-save={reading.episodeId}
        data-do={t('save')}
        data-do-name={t('saveName', { name: '{name}' })}
        data-stop-name={t('stop', { name: '{name}' })}
        data-remove-name={t('remove', { name: '{name}' })}
        data-again-name={t('again', { name: '{name}' })}
        data-stop={t('stopIt')}
        data-remove={t('removeIt')}
        data-again={t('tryAgain')}
        data-starting={t('starting')}
        data-saving={t('saving', OPEN)}
        data-is-saved={t('isSaved', { size: '{size}' })}
        data-no-connection={t('noConnection')}
        data-ready={t('savedUntil', { size: '{size}', date: '{date}' })}
        data-locked={t('locked')}
        data-expired={t('oldNote')}
        data-line={t('failures.line')}
        data-full={t('failures.full')}
        data-limit={t('failures.limit')}
        data-refused={t('failures.refused')}
      >
        <template data-save-row>
          <SaveButton deed="do" label={t('save')} />
          <SavedWord />
        </template>
        {!isLocked && <OwnTool />}
      </div>
    </PlainIsland>
  );
}

function OwnTool() {
  const t = useTranslations('offline');
  const href = useHref();
  return (
    <>
      <Button data-save-press>
        <Icon name="download" />
        <span>{t('save')}</span>
      </Button>
      <a href={href('/offline')}>{t('saved')}</a>
      <p role="status" data-save-told />
      <template data-offline-bar>
        <p className={css.bar} role="status" data-part={t('here', OPEN)}>
          <Icon name="cloud-off" />
          <span>
            <b>{t('noConnection')}</b> <span data-said>{t('savedHere')}</span>
          </span>
          <a href={href('/offline')}>{t('saved')}</a>
        </p>
      </template>
    </>
  );
}
