/** The details of a story, new or known, of every publication type (STO-06…STO-08). */
import type { Option } from '../../pages/ui/Field.tsx';
import type { Story } from './stories/details.ts';
import { EditStory } from './stories/EditStory.tsx';
import { NewStory } from './stories/NewStory.tsx';
import type { Offer } from './stories/StoryFields.tsx';

export type StoryFormProps = {
  /** Null for a new one. */
  story: Story | null;
  /** How many pages it has, which another format may make anew. */
  pages: number;
  /** What the viewer's role allows. */
  may: { edit: boolean; delete: boolean };
  /** Offered to this creator. */
  types: readonly Option[];
  /** What a new story begins with. */
  type: string;
  /** Genres that only novels have. */
  novelGenres: readonly string[];
  /** Whose draft a new story is. */
  owner: string;
  /** The creator's own. */
  zone: string;
  offer: Offer & {
    /** Language of a new story, if the creator has said which one they write in; else empty. */
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
