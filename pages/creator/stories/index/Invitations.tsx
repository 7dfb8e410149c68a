import { useHref, useTranslations } from '#locales/react.tsx';
import type { OwnInvitationView } from '#server/domains/publishing/teams/queries.ts';
import { address } from '../../../addresses.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import css from './Page.module.css';

/** Open invitations, for users who lost the mail or have just confirmed their address. */
export function Invitations({ invitations }: { invitations: readonly OwnInvitationView[] }) {
  const t = useTranslations('team');
  const href = useHref();
  if (invitations.length === 0) return null;
  return (
    <div className={css.invitations}>
      {invitations.map(({ id, story, role, invited_by }) => (
        <Notice
          key={id}
          icon="user"
          actions={
            <LinkButton href={href(address('/invitation', {}, { query: { id } }))}>{t('look')}</LinkButton>
          }
        >
          {t('waiting', { name: invited_by.display_name, title: story.title, role: t(`roles.${role}`) })}
        </Notice>
      ))}
    </div>
  );
}
