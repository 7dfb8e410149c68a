import TellHere from '../../islands/notifications/TellHere.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { LinkButton } from '../ui/Button.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

const KINDS = ['new_episodes', 'replies', 'new_comments', 'new_subscriber'] as const;

export function Ways({ notifications, device }: Pick<Data, 'notifications' | 'device'>) {
  const t = useTranslations('notifications');
  const settings = useTranslations('settings');
  const href = useHref();
  const wayOf = (kind: (typeof KINDS)[number]) => {
    if (!notifications[kind]) return t('off');
    return notifications.subscribe_to_emails ? t('hereAndMail') : t('here');
  };
  return (
    <section className={css.ways} aria-labelledby="ways">
      <h2 id="ways">{t('ways')}</h2>
      <dl>
        {KINDS.map((kind) => (
          <div key={kind}>
            <dt>{settings(`kinds.${kind}`)}</dt>
            <dd>{wayOf(kind)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('onDevice')}</dt>
          <dd>{device.isOn ? t('on') : t('off')}</dd>
        </div>
      </dl>
      <Island name="TellHere" component={TellHere} props={device} wake="idle" />
      <p className={css.note}>{t('mails')}</p>
      <LinkButton icon="settings-2" href={href('/settings')}>
        {t('change')}
      </LinkButton>
    </section>
  );
}
