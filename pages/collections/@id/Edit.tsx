import CollectionOrder from '#islands/reading/CollectionOrder.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { ActionForm } from '../../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import {
  COLLECTION_ABOUT_MAX_LENGTH,
  COLLECTION_TITLE_MAX_LENGTH,
  WHY_MAX_LENGTH,
} from '../../../server/domains/reading/library/rules.ts';
import { ListPager } from '../../creator/ListPager.tsx';
import { shelfAddress } from '../../library/address.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { collectionAddress } from './address.ts';
import css from './Page.module.css';

export function Edit({ data: { collection } }: { data: Data }) {
  const t = useTranslations('library');
  const words = useTranslations('collection');
  const href = useHref();
  const { id, title, about, shared, stories, page, per_page: perPage, total } = collection;
  const here = collectionAddress(id, { edit: true, page });
  const form = { back: href(here), page: here };
  return (
    <Wrap as="main" id="main" className={css.edit}>
      <h1 dir="auto">{words('editTitle', { title })}</h1>
      <p>
        <LinkButton href={href(collectionAddress(id))}>{words('done')}</LinkButton>
      </p>
      <ActionForm call="PATCH /collections/:id" params={{ id }} className={css.form} {...form}>
        <TextField
          label={t('newTitle')}
          name="title"
          required
          maxLength={COLLECTION_TITLE_MAX_LENGTH}
          defaultValue={title}
          dir="auto"
        />
        <TextArea
          label={words('about')}
          hint={words('aboutHint')}
          name="about"
          maxLength={COLLECTION_ABOUT_MAX_LENGTH}
          defaultValue={about}
          dir="auto"
        />
        <Button type="submit" kind="filled">
          {words('save')}
        </Button>
      </ActionForm>
      {stories.length > 0 && (
        <section>
          <SectionHead heading={words('order')} />
          <Island
            name="CollectionOrder"
            component={CollectionOrder}
            props={{
              collectionId: id,
              entries: stories.map(({ story_id, number, why, story }) => ({
                id: story_id ?? '',
                number,
                why,
                title: story?.title ?? words('lost'),
                language: story?.language ?? null,
                url: story?.mini_thumbnail_url ?? null,
              })),
              before: (page - 1) * perPage,
              total,
              whyMaxLength: WHY_MAX_LENGTH,
              here,
            }}
          />
          <ListPager
            page={page}
            pages={Math.max(1, Math.ceil(total / perPage))}
            hrefOf={(to) => href(collectionAddress(id, { edit: true, page: to }))}
          />
        </section>
      )}
      {!shared && <Notice icon="lock">{words('notShared')}</Notice>}
      <div className={css.actions}>
        <ActionForm call="PATCH /collections/:id" params={{ id }} {...form}>
          <input type="hidden" name="shared" value={String(!shared)} />
          <Button type="submit" icon={shared ? 'lock' : 'share-2'}>
            {shared ? t('unshare') : t('share')}
          </Button>
        </ActionForm>
      </div>
      <Disclosure summary={t('delete')}>
        <ActionForm
          call="DELETE /collections/:id"
          params={{ id }}
          back={href(shelfAddress('collections'))}
          page={here}
          className={css.end}
        >
          <p>{t('deleteNote', { count: collection.followers_count })}</p>
          <Button type="submit" kind="danger">
            {t('deleteNow')}
          </Button>
        </ActionForm>
      </Disclosure>
    </Wrap>
  );
}
