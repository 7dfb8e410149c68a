import { ActionForm } from '../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Sign } from '../sign_in/Sign.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Stack } from '../ui/Stack.tsx';
import type { Data } from './+data.ts';

/** Asks "Was it you?". Acts only on a press, since programs open links in mails too. */
export default function Page({ data: { notice, covers } }: { data: Data }) {
  const t = useTranslations('payoutNotice');
  const href = useHref();
  if (notice === null)
    return (
      <Sign heading={t('title')} intro={t('over')} covers={covers}>
        <LinkButton kind="filled" big wide href={href('/creator/payouts')}>
          {t('toPayouts')}
        </LinkButton>
      </Sign>
    );
  return (
    <Sign
      heading={t('question', { number: notice.number })}
      intro={t('since', { date: notice.since })}
      covers={covers}
    >
      <ActionForm call="POST /payout_destination_notices">
        <Stack>
          <input type="hidden" name="token" value={notice.token} />
          <Button type="submit" kind="filled" big wide>
            {t('notMine')}
          </Button>
          <p>{t('notMineNote')}</p>
          <p>{t('mineNote')}</p>
        </Stack>
      </ActionForm>
    </Sign>
  );
}
