import { type FormEvent, useState } from 'react';
import { formatDate } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Badge } from '../../../pages/ui/Badge.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Entry } from '../../../pages/ui/Entry.tsx';
import { Face } from '../../../pages/ui/Face.tsx';
import { SelectField } from '../../../pages/ui/Field.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { api } from '../../api.ts';
import { Refused } from '../../Refused.tsx';
import { useAction, useAwake } from '../../useRefusal.ts';
import { Ask } from './Ask.tsx';
import css from './Team.module.css';
import type { Collaborator, InvitedRole, TeamStory } from './types.ts';

export type MemberProps = {
  story: TeamStory;
  member: Collaborator;
  managed: boolean;
  roles: readonly InvitedRole[];
  timezone: string;
  onChanged(member: Collaborator): void;
  onRemoved(): void;
  tell(text: string): void;
};

export function Member(props: MemberProps) {
  const { story, member, managed, timezone, onRemoved, tell } = props;
  const t = useTranslations('team');
  const notices = useTranslations('notices');
  const { user_id: userId, display_name: name, role } = member;
  const params = { id: story.id, user_id: userId };
  return (
    <Entry
      picture={<Face url={member.mini_thumbnail_url} size={40} />}
      name={
        <>
          <bdi>{name}</bdi>
          {member.own && <Badge>{t('you')}</Badge>}
        </>
      }
      facts={
        <p>
          {!managed && <span>{t(`roles.${role}`)} · </span>}
          {t('since', { date: formatDate(member.since, timezone) })}
        </p>
      }
    >
      {managed && (
        <>
          <RoleForm {...props} />
          <Ask
            open={t('remove')}
            name={t('removeName', { name })}
            question={t('removeAsk', { name, title: story.title })}
            answer={t('removeDo', { name })}
            busy={t('removing')}
            call="DELETE /creator/stories/:id/collaborators/:user_id"
            params={params}
            deed={async () => {
              await api('DELETE /creator/stories/:id/collaborators/:user_id', { params });
              onRemoved();
              tell(notices('member_removed'));
            }}
          />
        </>
      )}
    </Entry>
  );
}

/** The button appears when there is something to save. Without a script it always shows. */
function RoleForm({ story, member, roles, onChanged, tell }: MemberProps) {
  const t = useTranslations('team');
  const notices = useTranslations('notices');
  const { refusal, busy, run, mendTyped } = useAction();
  const awake = useAwake();
  const [chosen, setChosen] = useState<string>(member.role);
  const { user_id: userId, display_name: name } = member;
  const params = { id: story.id, user_id: userId };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const role = roles.find((one) => one === chosen);
    if (role === undefined) return;
    void run(async () => {
      const { collaborator } = await api('PATCH /creator/stories/:id/collaborators/:user_id', {
        params,
        body: { role },
      });
      onChanged(collaborator);
      tell(notices('role_changed'));
    });
  };

  return (
    <ActionForm
      className={css.role}
      call="PATCH /creator/stories/:id/collaborators/:user_id"
      params={params}
      onSubmit={submit}
      onInput={mendTyped}
    >
      <SelectField
        label={t('roleOf', { name })}
        hideLabel
        name="role"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        errors={refusal?.fields.role}
      />
      {(!awake || chosen !== member.role) && (
        <Button type="submit" aria-label={t('saveRole', { name })} busy={busy && t('saving')}>
          {t('save')}
        </Button>
      )}
      {refusal && refusal.fields.role === undefined && <Refused refusal={refusal} />}
    </ActionForm>
  );
}
