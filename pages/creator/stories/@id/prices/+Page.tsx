import PricesForm from '#islands/publishing/PricesForm.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { StoryHead } from '../../StoryHead.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  return (
    <>
      <StoryHead story={data.own} current="prices" />
      <Island name="PricesForm" component={PricesForm} props={data.form} />
    </>
  );
}
