import type { FormEvent } from 'react';
import { formatDate } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Entry } from '../../../pages/ui/Entry.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { api } from '../../api.ts';
import { Refused } from '../../Refused.tsx';
import { useAction } from '../../useRefusal.ts';
import css from './Team.module.css';
import type { Invitation } from './types.ts';

export type InvitedProps = {
  storyId: string;
  invitation: Invitation;
  timezone: string;
  onResent(invitation: Invitation): void;
  onRevoked(): void;
  tell(text: string): void;
};

export function Invited({ storyId, invitation, timezone, onResent, onRevoked, tell }: InvitedProps) {
  const t = useTranslations('team');
  const notices = useTranslations('notices');
  const again = useAction();
  const back = useAction();
  const { id, email, role, state } = invitation;
  const params = { id: storyId, invitation_id: id };
  const date = formatDate(state === 'declined' ? invitation.invited_at : invitation.expires_at, timezone);

  const resend = (event: FormEvent) => {
    event.preventDefault();
    void again.run(async () => {
      onResent(
        (await api('POST /creator/stories/:id/invitations/:invitation_id/resend', { params })).invitation,
      );
      tell(notices('invitation_sent'));
    });
  };
  const revoke = (event: FormEvent) => {
    event.preventDefault();
    void back.run(async () => {
      await api('DELETE /creator/stories/:id/invitations/:invitation_id', { params });
      onRevoked();
      tell(notices('invitation_revoked'));
    });
  };

  return (
    <Entry
      name={<bdi>{email}</bdi>}
      facts={
        <p>
          {t(`roles.${role}`)} · {t(`states.${state}`, { date })}
        </p>
      }
    >
      <div className={css.tools}>
        <ActionForm
          call="POST /creator/stories/:id/invitations/:invitation_id/resend"
          params={params}
          onSubmit={resend}
        >
          <Button type="submit" aria-label={t('resendTo', { email })} busy={again.busy && t('sending')}>
            {t('resend')}
          </Button>
        </ActionForm>
        <ActionForm
          call="DELETE /creator/stories/:id/invitations/:invitation_id"
          params={params}
          onSubmit={revoke}
        >
          <Button
            type="submit"
            kind="quiet"
            aria-label={t('revokeOf', { email })}
            busy={back.busy && t('revoking')}
          >
            {t('revoke')}
          </Button>
        </ActionForm>
      </div>
      <Refused refusal={again.refusal ?? back.refusal} />
    </Entry>
  );
}
