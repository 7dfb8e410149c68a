import { Browse } from '../../browse/Browse.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { name, browse } }: { data: Data }) {
  return <Browse data={browse} name={name} />;
}
