import { type ReactNode, useRef } from 'react';
import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { Button, LinkButton } from '../../../pages/ui/Button.tsx';
import { Checkbox } from '../../../pages/ui/Checkbox.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { TextArea } from '../../../pages/ui/Field.tsx';
import { FieldScope } from '../../../pages/ui/FieldScope.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { Refused } from '../../Refused.tsx';
import { useAwake } from '../../useRefusal.ts';
import { type CommentCall, CommentForm } from './CommentForm.tsx';
import list from './Comments.module.css';
import { Named } from './Named.tsx';
import { useThread } from './thread.ts';
import { useDraft } from './useDraft.ts';
import { useNamed } from './useNamed.ts';
import css from './Write.module.css';

/** Shows the remaining length from this share of the maximum on. */
const COUNTED_FROM = 0.8;

export type WriteProps = {
  call: CommentCall;
  of?: string;
  /** Storage key of the draft: id of the episode, the story or the answered comment. */
  subjectId: string;
  fields?: Record<string, string>;
  label: string;
  send: string;
  start?: { body: string; spoiler: boolean };
  note?: ReactNode;
};

export function Write({ call, of, subjectId, fields = {}, label, send, start, note }: WriteProps) {
  const t = useTranslations('comments');
  const isAwake = useAwake();
  const { isSignedIn, viewerId, maxLength } = useThread();
  const root = useRef<HTMLDivElement>(null);
  const isNew = start === undefined;
  const draft = useDraft({
    root,
    viewerId,
    startLength: start?.body.length ?? 0,
    subjectId: isNew ? subjectId : null,
  });
  const { length, refusal, waiting } = draft;
  const { field, ...named } = useNamed(() => root.current?.querySelector('textarea') ?? null);
  if (isAwake && !isSignedIn) return <SignInFirst draft={draft.kept()} />;
  const isNear = length >= maxLength * COUNTED_FROM;
  return (
    <CommentForm
      call={call}
      {...(of === undefined ? {} : { of })}
      className={css.write}
      headers={(): Record<string, string> => (draft.key() === '' ? {} : { 'Idempotency-Key': draft.key() })}
      stays={draft.isByItself}
      onLeft={draft.left}
      onDone={draft.sent}
      onRefused={draft.refused}
      onInput={draft.typed}
    >
      <FieldScope>
        <div ref={root}>
          {waiting !== null && (
            <Unsent
              text={waiting}
              // For a draft from an earlier page, the reason for the failure is unknown.
              why={refusal === null || refusal.isCut ? t('noConnection') : refusal.message}
              onEdit={() => draft.takeBack({ isDiscarded: false })}
              onDiscard={() => draft.takeBack({ isDiscarded: true })}
            />
          )}
          <div hidden={waiting !== null} className={css.write}>
            <TextArea
              label={label}
              hideLabel
              name="body"
              placeholder={label}
              maxLength={maxLength}
              rows={isNew ? 2 : 4}
              dir="auto"
              defaultValue={start?.body}
              errors={refusal?.fields.body ?? []}
              {...field}
            />
            <Named {...named} />
            {refusal?.waitSeconds !== undefined && (
              <Notice kind="bad" urgent>
                <b>{t('tooFast')}</b> {t('tooFastHint', { count: refusal.waitSeconds })}
              </Notice>
            )}
            {refusal && refusal.waitSeconds === undefined && !refusal.fields.body && (
              <Refused refusal={refusal} />
            )}
            <div className={css.send}>
              <Checkbox name="spoiler" defaultChecked={start?.spoiler}>
                {t('spoiler')}
              </Checkbox>
              <span className={classes(css.hint, isNear && css.near)} role={isNear ? 'status' : undefined}>
                {isNear ? `${formatNumber(length)} / ${formatNumber(maxLength)}` : note}
              </span>
              <Button type="submit" kind="ink">
                {send}
              </Button>
            </div>
          </div>
        </div>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </FieldScope>
    </CommentForm>
  );
}

type UnsentProps = { text: string; why: string; onEdit: () => void; onDiscard: () => void };

function Unsent({ text, why, onEdit, onDiscard }: UnsentProps) {
  const t = useTranslations('comments');
  return (
    <div>
      <p className={list.when}>{t('notSent')}</p>
      <p className={list.body} dir="auto">
        {text}
      </p>
      <div className={css.waits} role="status">
        <p>
          <b>{why}</b> {t('waits')}
        </p>
        <div className={css.buttons}>
          <Button type="submit" kind="ink">
            {t('sendNow')}
          </Button>
          <Button kind="quiet" onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button kind="quiet" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </div>
      </div>
    </div>
  );
}

function SignInFirst({ draft }: { draft: string | null }) {
  const t = useTranslations('comments');
  const href = useHref();
  const query = { back: useThread().here };
  return (
    <div className={css.signedOut}>
      <p>{t('signInToWrite')}</p>
      {draft !== null && (
        <blockquote className={css.draft} dir="auto">
          {draft}
        </blockquote>
      )}
      <div className={css.buttons}>
        <LinkButton kind="ink" href={href(address('/sign_in', {}, { query }))}>
          {t('signIn')}
        </LinkButton>
        <LinkButton kind="quiet" href={href(address('/sign_up', {}, { query }))}>
          {t('signUp')}
        </LinkButton>
      </div>
    </div>
  );
}
