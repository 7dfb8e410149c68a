/** The list of `/notifications`. Works with links and forms. With a script, a removed row can be restored in place. */
import { useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { useWording } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import css from './news/News.module.css';
import { NewsRow } from './news/NewsRow.tsx';
import type { NewsGroup } from './news/news.ts';
import { useReadElsewhere } from './news/useReadElsewhere.ts';

export type NotificationsProps = {
  groups: NewsGroup[];
  here: string;
};

export default function Notifications({ groups, here }: NotificationsProps) {
  const t = useTranslations('notifications');
  const wording = useWording();
  const [refused, setRefused] = useState('');
  const { text, show } = useToast();
  useReadElsewhere(groups);
  const refuse = (error: unknown): void => setRefused(error === null ? '' : wording(error).message);
  return (
    <>
      {groups.map(({ name, rows }) => (
        <section key={name} className={css.group} aria-labelledby={`news-${name}`}>
          <h2 id={`news-${name}`}>{t(name satisfies 'today' | 'week' | 'earlier')}</h2>
          <ul>
            {rows.map((row) => (
              <NewsRow key={row.id} row={row} here={here} refuse={refuse} say={show} />
            ))}
          </ul>
        </section>
      ))}
      <Toast>{refused || text}</Toast>
    </>
  );
}
