import { type FormEvent, useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { SelectField, TextField } from '../../../pages/ui/Field.tsx';
import { FieldScope } from '../../../pages/ui/FieldScope.tsx';
import { ActionForm } from '../../ActionForm.tsx';
import { api } from '../../api.ts';
import { Refused } from '../../Refused.tsx';
import { focusWrong, useAction, useAwake } from '../../useRefusal.ts';
import css from './Team.module.css';
import type { Invitation, InvitedRole } from './types.ts';

export type InviteFormProps = {
  storyId: string;
  roles: readonly InvitedRole[];
  onInvited(invitation: Invitation): void;
  tell(text: string): void;
};

export function InviteForm({ storyId, roles, onInvited, tell }: InviteFormProps) {
  const t = useTranslations('team');
  const notices = useTranslations('notices');
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run, mendTyped } = useAction();
  const awake = useAwake();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const role = roles.find((one) => one === values.get('role')) ?? 'viewer';
    const fine = await run(async () => {
      const { invitation } = await api('POST /creator/stories/:id/collaborators', {
        params: { id: storyId },
        body: { email: String(values.get('email') ?? ''), role },
      });
      onInvited(invitation);
      tell(notices('invitation_sent'));
      const email = form.current?.elements.namedItem('email');
      if (email instanceof HTMLInputElement) email.value = '';
    });
    if (!fine) focusWrong(form.current);
  };

  return (
    <ActionForm
      className={css.invite}
      ref={form}
      call="POST /creator/stories/:id/collaborators"
      params={{ id: storyId }}
      onSubmit={submit}
      noValidate={awake}
      onInput={mendTyped}
    >
      <FieldScope>
        <div className={css.whole}>
          <Refused refusal={refusal} fields={['email', 'role']} />
        </div>
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="off"
          required
          errors={refusal?.fields.email}
        />
        <SelectField
          label={t('role')}
          name="role"
          defaultValue="editor"
          options={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
          errors={refusal?.fields.role}
        />
        <Button type="submit" kind="filled" className={css.send} busy={busy && t('sending')}>
          {t('send')}
        </Button>
      </FieldScope>
    </ActionForm>
  );
}
