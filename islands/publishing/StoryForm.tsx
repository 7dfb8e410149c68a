/** Details of a new or existing story, for every publication type (STO-06…STO-08). */
import type { Option } from '../../pages/ui/Field.tsx';
import type { Story } from './stories/details.ts';
import { EditStory } from './stories/EditStory.tsx';
import { NewStory } from './stories/NewStory.tsx';
import type { Offer } from './stories/StoryFields.tsx';

export type StoryFormProps = {
  story: Story | null;
  /** Number of its pages. Another format may require processing them again. */
  pages: number;
  may: { edit: boolean; delete: boolean };
  types: readonly Option[];
  type: string;
  novelGenres: readonly string[];
  owner: string;
  zone: string;
  offer: Offer & {
    /** Language of a new story, from the creator's profile. Empty when not set there. */
    preset: string;
  };
};

export default function StoryForm(props: StoryFormProps) {
  return props.story === null ? (
    <NewStory {...props} />
  ) : (
    <EditStory
      story={props.story}
      may={props.may}
      offer={props.offer}
      pages={props.pages}
      zone={props.zone}
    />
  );
}
