import { Clauses } from '../text/Clauses.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { content } }: { data: Data }) {
  return <Clauses content={content} />;
}
