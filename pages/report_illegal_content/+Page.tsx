import { ActionForm } from '../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import {
  NOTICE_GROUNDS,
  NOTICE_NAME_MAX_LENGTH,
  NOTICE_TEXT_MAX_LENGTH,
  URGENT_CATEGORY,
} from '../../server/domains/safety/reports/rules.ts';
import { withHash } from '../addresses.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Choice } from '../ui/Choice.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { FieldScope } from '../ui/FieldScope.tsx';
import { Group } from '../ui/Group.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import css from './Page.module.css';

/** Anybody's notice of illegal content (Regulation (EU) 2022/2065, article 16): no account or script needed. */
export default function Page() {
  const t = useTranslations('illegalContent');
  const grounds = useTranslations('noticeGrounds');
  const href = useHref();
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      <p className={css.muted}>
        {t('rules')} <a href={href('/community_guidelines')}>{t('rulesLink')}</a>
      </p>
      <ActionForm call="POST /illegal_content_notices" className={css.form}>
        <FieldScope>
          <TextArea
            label={t('addresses')}
            hint={t('addressesHint')}
            name="addresses"
            rows={3}
            required
            dir="ltr"
            spellCheck={false}
          />
          <Group legend={t('ground')} name="ground">
            {NOTICE_GROUNDS.map((ground) => (
              <Choice key={ground} type="radio" name="ground" value={ground} required>
                {grounds(ground)}
              </Choice>
            ))}
          </Group>
          <TextArea
            label={t('text')}
            hint={t('textHint')}
            name="text"
            rows={8}
            required
            maxLength={NOTICE_TEXT_MAX_LENGTH}
          />
          <TextField label={t('name')} name="name" autoComplete="name" maxLength={NOTICE_NAME_MAX_LENGTH} />
          <TextField
            label={t('email')}
            hint={t('emailHint')}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
          />
          <p className={css.muted}>{t('optional', { ground: grounds(URGENT_CATEGORY) })}</p>
          <Checkbox name="good_faith" required tinted>
            {t('goodFaith')}
          </Checkbox>
          <Button type="submit" kind="ink" big>
            {t('send')}
          </Button>
        </FieldScope>
      </ActionForm>
      <p className={css.muted}>
        {t('privacy')} <a href={href(withHash('/privacy_policy', 'notices'))}>{t('privacyLink')}</a>
      </p>
    </Wrap>
  );
}
