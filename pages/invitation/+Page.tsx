import { ActionForm } from '../../islands/ActionForm.tsx';
import { formatDate } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { type Address, address, withBack } from '../addresses.ts';
import { Resend } from '../layout/ConfirmEmail.tsx';
import sign from '../sign_in/Sign.module.css';
import { Sign } from '../sign_in/Sign.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Cover } from '../ui/Cover.tsx';
import { coverFacts } from '../ui/coverFacts.ts';
import { Notice } from '../ui/Notice.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

type Invitation = NonNullable<Data['invitation']>;

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('team');
  const href = useHref();
  const { invitation, lacks, covers } = data;
  if (invitation === null || !invitation.holds) {
    return (
      <Sign
        heading={t('closed')}
        intro={t(invitation?.state === 'accepted' ? 'used' : 'closedText')}
        covers={covers}
      >
        <p className={sign.other}>
          {invitation?.state === 'accepted' && lacks === null ? (
            <a href={href(address('/creator/stories/@id', { id: invitation.story.id }))}>{t('toStory')}</a>
          ) : (
            <a href={href('/')}>{t('toStart')}</a>
          )}
        </p>
      </Sign>
    );
  }
  const { story, role, invited_by } = invitation;
  return (
    <Sign heading={t('invitation')} covers={covers}>
      <div className={css.what}>
        <Cover picture={coverFacts(story.mini_thumbnail_url)} sizes="5rem" className={css.cover} />
        <div>
          <p className={css.title} lang={story.language} dir="auto">
            {story.title}
          </p>
          <p className={css.facts}>{t('from', { name: invited_by.display_name })}</p>
        </div>
      </div>
      <dl className={css.role}>
        <dt>{t('yourRole', { role: t(`roles.${role}`) })}</dt>
        <dd>{t(`may.${role}`)}</dd>
        <dd>{t('holds', { date: formatDate(invitation.expires_at, data.timezone) })}</dd>
      </dl>
      {invitation.state === 'declined' && <Notice>{t('declined')}</Notice>}
      {lacks === null ? (
        <Answer data={data} invitation={invitation} />
      ) : (
        <Before data={data} invitation={invitation} />
      )}
      {invitation.state === 'open' && <Decline data={data} invitation={invitation} />}
    </Sign>
  );
}

function Answer({ data, invitation }: { data: Data; invitation: Invitation }) {
  const t = useTranslations('team');
  return (
    <ActionForm call="POST /user/invitations/:id/accept" params={{ id: invitation.id }} page={pageOf(data)}>
      <Button type="submit" kind="filled" big wide>
        {t('join')}
      </Button>
    </ActionForm>
  );
}

/** The invitation is bound to its e-mail address. Accepting needs an account with this address. */
function Before({
  data: { lacks, me, token },
  invitation: { email },
}: {
  data: Data;
  invitation: Invitation;
}) {
  const t = useTranslations('team');
  const href = useHref();
  const here = href(address('/invitation', {}, { query: { token: token ?? '' } }));
  if (lacks === 'account') {
    return (
      <div className={css.ways}>
        <p>{t('needsAccount', { email })}</p>
        <LinkButton kind="filled" big wide href={href(withBack('/sign_in', here))}>
          {t('signIn')}
        </LinkButton>
        <LinkButton big wide href={href(withBack('/sign_up', here))}>
          {t('signUp')}
        </LinkButton>
      </div>
    );
  }
  if (lacks === 'confirmation') {
    return (
      <Notice kind="warn" actions={<Resend back={here} />}>
        {t('needsConfirmation', { email })}
      </Notice>
    );
  }
  return (
    <div className={css.ways}>
      <Notice kind="warn">{t('otherAddress', { email, mine: me?.email ?? '' })}</Notice>
      <ActionForm call="DELETE /auth/session" back={here}>
        <Button type="submit" big wide>
          {t('signOut')}
        </Button>
      </ActionForm>
    </div>
  );
}

/** Anybody with the link may decline. Without the link, only the signed-in recipient. */
function Decline({ data, invitation: { id } }: { data: Data; invitation: Invitation }) {
  const t = useTranslations('team');
  const href = useHref();
  const { token, me } = data;
  const back = me === null ? null : href('/creator/stories');
  const button = (
    <Button type="submit" kind="quiet" wide>
      {t('decline')}
    </Button>
  );
  if (token === null) {
    return (
      <ActionForm call="POST /user/invitations/:id/decline" params={{ id }} back={back}>
        {button}
      </ActionForm>
    );
  }
  return (
    <ActionForm call="POST /invitations/decline" back={back}>
      <input type="hidden" name="token" value={token} />
      {button}
    </ActionForm>
  );
}

const pageOf = ({ token }: Data): Address | undefined =>
  token === null ? undefined : address('/invitation', {}, { query: { token } });
