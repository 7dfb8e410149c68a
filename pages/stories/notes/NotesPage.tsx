import { ActionForm } from '#islands/ActionForm.tsx';
import { Feelings } from '#islands/reading/notes/core/Feelings.tsx';
import { inOrder } from '#islands/reading/notes/core/order.ts';
import { Row } from '#islands/reading/notes/core/Row.tsx';
import css from '#islands/reading/notes/core/ShortNotes.module.css';
import { useHref, useTranslations } from '#locales/react.tsx';
import { SHORT_NOTE_MAX_LENGTH } from '#server/domains/community/short-notes/rules.ts';
import { address } from '../../addresses.ts';
import { ListPager } from '../../creator/ListPager.tsx';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { FieldScope } from '../../ui/FieldScope.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import thread from '../thread/ThreadPage.module.css';
import { type loadNotes, notesAddress } from './load.ts';

export type NotesData = Awaited<ReturnType<typeof loadNotes>>;

/** Notes and feelings of one page or chapter, complete and writable without a script. */
export function NotesPage({ data }: { data: NotesData }) {
  const { of, episode, page, items, kind, list, moderates, statesReasons } = data;
  const t = useTranslations('tsukkomi');
  const href = useHref();
  const { slug, number } = of;
  const own = notesAddress(slug, number, page);
  const here = href(own);
  const name = t(kind === 'page' ? 'page' : 'chapter', { number: page });
  const notes = inOrder(list.tsukkomi_comments);
  return (
    <Wrap as="main" id="main" className={thread.main}>
      <p className={thread.way}>
        <a href={href(address('/stories/@slug/@number', { slug, number }))} lang={of.language} dir="auto">
          {`${of.title} · ${number} · ${episode.title}`}
        </a>
      </p>
      <div className={thread.head}>
        <h1>
          {t('heading')} <span className={thread.count}>{name}</span>
        </h1>
      </div>
      <Feel data={data} here={here} />
      {!list.reached && <p className={css.hint}>{t('aheadOne', { number: page })}</p>}
      {list.reached && notes.length === 0 && <p className={css.hint}>{t('none')}</p>}
      <ol className={css.list}>
        {notes.map((note, index) => (
          <Row key={note.id} number={index + 1} page={own} {...{ note, moderates, statesReasons, here }} />
        ))}
      </ol>
      <WriteForm data={data} here={here} />
      <ListPager page={page} pages={items} hrefOf={(to) => href(notesAddress(slug, number, to))} />
    </Wrap>
  );
}

/** `chapter_id` or `page_id`, as in the API. */
const nameOf = ({ kind }: NotesData): string => (kind === 'page' ? 'page_id' : 'chapter_id');

function Feel({ data, here }: { data: NotesData; here: string }) {
  const { of, page, kind, item, felt } = data;
  const t = useTranslations('tsukkomi');
  return (
    <ActionForm call="POST /pop_reaction" back={here} page={notesAddress(of.slug, of.number, page)}>
      <input type="hidden" name={nameOf(data)} value={item} />
      <Feelings
        felt={felt ?? { counts: {}, mine: null }}
        label={t(kind === 'page' ? 'feelPage' : 'feelChapter', { number: page })}
      />
    </ActionForm>
  );
}

function WriteForm({ data, here }: { data: NotesData; here: string }) {
  const { of, episode, page, kind, item, isClosed, hasSession } = data;
  const t = useTranslations('tsukkomi');
  const href = useHref();
  if (isClosed) return <Notice icon="lock">{t('closed')}</Notice>;
  if (!hasSession)
    return (
      <Notice
        actions={
          <LinkButton kind="ink" href={href(address('/sign_in', {}, { query: { back: here } }))}>
            {t('signIn')}
          </LinkButton>
        }
      >
        {t('signInFirst')}
      </Notice>
    );
  return (
    <ActionForm
      call="POST /tsukkomi_comments"
      back={here}
      page={notesAddress(of.slug, of.number, page)}
      className={css.form}
    >
      <FieldScope>
        <input type="hidden" name="episode_id" value={episode.id} />
        <input type="hidden" name={nameOf(data)} value={item} />
        <TextField label={t('write')} name="body" maxLength={SHORT_NOTE_MAX_LENGTH} dir="auto" required />
        {kind === 'page' ? (
          <>
            <SelectField
              label={t('placeAcross')}
              name="x"
              defaultValue="0.5"
              options={[
                { value: '0.2', label: t('places.left') },
                { value: '0.5', label: t('places.middle') },
                { value: '0.8', label: t('places.right') },
              ]}
            />
            <SelectField
              label={t('placeDown')}
              name="y"
              defaultValue="0.5"
              options={[
                { value: '0.2', label: t('places.top') },
                { value: '0.5', label: t('places.middle') },
                { value: '0.8', label: t('places.bottom') },
              ]}
            />
          </>
        ) : (
          <input type="hidden" name="offset" value="0" />
        )}
        <Button type="submit" kind="ink">
          {t('pin')}
        </Button>
      </FieldScope>
    </ActionForm>
  );
}
