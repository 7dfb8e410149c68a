import LanguageOrder from '../../islands/accounts/LanguageOrder.tsx';
import PictureCrop from '../../islands/accounts/PictureCrop.tsx';
import ProfileForm from '../../islands/accounts/ProfileForm.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import css from '../account/Account.module.css';
import { Section } from '../account/Section.tsx';
import { address } from '../addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('profile');
  const href = useHref();
  return (
    <div className={css.page}>
      <h1>{t('title')}</h1>
      <a className={css.see} href={href(address('/profile/@slug', { slug: data.slug }))}>
        <Icon name="eye" />
        {t('publicPage')}
      </a>
      <Section id="picture" heading={t('picture')}>
        <Island name="PictureCrop" component={PictureCrop} props={{ url: data.picture }} wake="touch" />
      </Section>
      <Section id="about" heading={t('about')}>
        <div className={css.narrow}>
          <Island
            name="ProfileForm"
            component={ProfileForm}
            props={{ user: data.form.user }}
            drawn={{ timezones: data.form.timezones }}
            wake="touch"
          />
        </div>
      </Section>
      <Section id="languages" heading={t('languages')} note={t('languagesNote')}>
        <div className={css.narrow}>
          <Island
            name="LanguageOrder"
            component={LanguageOrder}
            props={{ languages: data.languages, offered: data.offered }}
            wake="touch"
          />
        </div>
      </Section>
    </div>
  );
}
