import { Rows } from '../text/Rows.tsx';
import { Statement } from '../text/Statement.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { content } }: { data: Data }) {
  return (
    <Wrap as="main" id="main">
      <Statement title={content.heading} lead={content.lead} />
      <Rows sections={content.sections} />
    </Wrap>
  );
}
