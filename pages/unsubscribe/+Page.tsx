import { ActionForm } from '../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';

/** Target of the unsubscribe link in mails: one press ends them, without signing in. */
export default function Page({ data: { token } }: { data: Data }) {
  const t = useTranslations('unsubscribe');
  const href = useHref();
  return (
    <Wrap as="main" id="main">
      <Empty
        heading={t('title')}
        level={1}
        actions={
          <>
            {token !== null && (
              <ActionForm call="POST /unsubscribe/:token" params={{ token }}>
                <Button type="submit" kind="filled">
                  {t('do')}
                </Button>
              </ActionForm>
            )}
            <LinkButton kind="quiet" href={href('/settings')}>
              {t('settings')}
            </LinkButton>
          </>
        }
      >
        {token === null ? t('noToken') : t('text')}
      </Empty>
    </Wrap>
  );
}
