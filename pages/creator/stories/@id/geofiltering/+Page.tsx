import CountriesForm from '#islands/publishing/CountriesForm.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { StoryHead } from '../../StoryHead.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  return (
    <>
      <StoryHead story={data.own} current="geofiltering" />
      <Island name="CountriesForm" component={CountriesForm} props={data.form} />
    </>
  );
}
