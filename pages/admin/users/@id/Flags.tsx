import { ActionForm } from '#islands/ActionForm.tsx';
import { useTranslations } from '#locales/react.tsx';
import css from '#pages/admin/Admin.module.css';
import { Button } from '#pages/ui/Button.tsx';
import { Checkbox } from '#pages/ui/Checkbox.tsx';
import { TextArea } from '#pages/ui/Field.tsx';
import { Seen } from '#pages/ui/Seen.tsx';
import { ACTION_REASON_MAX_LENGTH } from '#server/domains/platform/audit/rules.ts';
import type { Data } from './+data.ts';

/** Flags and the lock, each with a reason. Administrators cannot lock themselves or give up their own rights. */
export function Flags({ data: { user, isOwn } }: { data: Data }) {
  const t = useTranslations('administration');
  const { id } = user;
  const isLocked = user.locked_at !== null;
  return (
    <div>
      <section aria-labelledby="flags" className={css.part}>
        <h2 id="flags">{t('flagsTitle')}</h2>
        <ActionForm call="PATCH /admin/users/:id" params={{ id }} className={css.form} id="change-flags">
          <Seen version={user.version} />
          {(['publisher', 'founder', 'administrator'] as const).map((flag) =>
            isOwn && flag === 'administrator' ? null : (
              <div key={flag}>
                <input type="hidden" name={flag} value="false" />
                <Checkbox
                  name={flag}
                  toggle
                  defaultChecked={user[flag]}
                  note={<span className={css.under}>{t(`flagNotes.${flag}`)}</span>}
                >
                  <b>{t(`flags.${flag}`)}</b>
                </Checkbox>
              </div>
            ),
          )}
          <TextArea
            id="reason-flags"
            label={t('reason')}
            hint={t('reasonHint')}
            name="reason"
            required
            maxLength={ACTION_REASON_MAX_LENGTH}
            dir="auto"
          />
          <Button type="submit">{t('save')}</Button>
        </ActionForm>
      </section>
      {!isOwn && (
        <section aria-labelledby="lock" className={css.part}>
          <h2 id="lock">{isLocked ? t('unlockTitle') : t('lockTitle')}</h2>
          <p>{isLocked ? t('unlockHint') : t('lockHint')}</p>
          <ActionForm call="PATCH /admin/users/:id" params={{ id }} className={css.form} id="change-lock">
            <Seen version={user.version} />
            <input type="hidden" name="locked" value={String(!isLocked)} />
            <TextArea
              id="reason-lock"
              label={t('reason')}
              hint={isLocked ? t('reasonHint') : t('lockReasonHint')}
              name="reason"
              required
              maxLength={ACTION_REASON_MAX_LENGTH}
              dir="auto"
            />
            <Button type="submit" kind="ink" icon={isLocked ? 'lock-open' : 'lock'}>
              {isLocked ? t('unlockDo') : t('lockDo')}
            </Button>
          </ActionForm>
        </section>
      )}
    </div>
  );
}
