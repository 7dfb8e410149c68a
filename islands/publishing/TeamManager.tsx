/** A story's team: invitations, members, roles and removal (STO-32). */

import { useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Rows } from '../../pages/ui/Rows.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { useToast } from '../useToast.ts';
import { Invited } from './teams/Invited.tsx';
import { InviteForm } from './teams/InviteForm.tsx';
import { Leave } from './teams/Leave.tsx';
import { Member } from './teams/Member.tsx';
import css from './teams/Team.module.css';
import type { Collaborator, Invitation, InvitedRole, TeamStory } from './teams/types.ts';

export type TeamManagerProps = {
  story: TeamStory;
  collaborators: readonly Collaborator[];
  invitations: readonly Invitation[];
  most: number;
  may: { manage: boolean; leave: boolean };
  roles: readonly InvitedRole[];
  timezone: string;
};

export default function TeamManager({ story, most, may, roles, timezone, ...props }: TeamManagerProps) {
  const t = useTranslations('team');
  const toast = useToast();
  const [members, setMembers] = useState(props.collaborators);
  const [invitations, setInvitations] = useState(props.invitations);

  /** The focused row is gone, so the focus moves to the list instead of the top of the page. */
  const list = useRef<HTMLHeadingElement>(null);

  const keep = (one: Invitation) =>
    setInvitations((all) =>
      all.some(({ id }) => id === one.id) ? all.map((old) => (old.id === one.id ? one : old)) : [...all, one],
    );

  return (
    <div className={css.team}>
      {may.manage && (
        <section aria-labelledby="invite" className={css.part}>
          <h2 id="invite">{t('invite')}</h2>
          <p className={css.facts}>
            {members.length === 1 && invitations.length === 0 && `${t('alone')} `}
            {t('inviteHint')}
          </p>
          <InviteForm storyId={story.id} roles={roles} onInvited={keep} tell={toast.show} />
        </section>
      )}
      <section aria-labelledby="members" className={css.part}>
        <h2 id="members" ref={list} tabIndex={-1}>
          {t('members')}
        </h2>
        {may.manage && (
          <p className={css.facts}>{t('places', { taken: members.length + invitations.length, most })}</p>
        )}
        <Rows>
          {members.map((member) => (
            <Member
              key={member.user_id}
              {...{ story, member, roles, timezone }}
              managed={may.manage && member.role !== 'owner'}
              onChanged={(one) =>
                setMembers((all) => all.map((old) => (old.user_id === one.user_id ? one : old)))
              }
              onRemoved={() => {
                setMembers((all) => all.filter((old) => old !== member));
                list.current?.focus();
              }}
              tell={toast.show}
            />
          ))}
        </Rows>
      </section>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className={css.part}>
          <h2 id="invitations">{t('invitations')}</h2>
          <Rows>
            {invitations.map((invitation) => (
              <Invited
                key={invitation.id}
                {...{ storyId: story.id, invitation, timezone }}
                onResent={keep}
                onRevoked={() => {
                  setInvitations((all) => all.filter(({ id }) => id !== invitation.id));
                  list.current?.focus();
                }}
                tell={toast.show}
              />
            ))}
          </Rows>
        </section>
      )}
      {may.leave && <Leave story={story} />}
      <Toast>{toast.text}</Toast>
    </div>
  );
}
