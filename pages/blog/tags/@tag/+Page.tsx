import { NoteList } from '../../NoteList.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { tag, notes, counts } }: { data: Data }) {
  return <NoteList tag={tag} notes={notes} counts={counts} />;
}
