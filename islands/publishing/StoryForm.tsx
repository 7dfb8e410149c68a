/** Details of a new or existing story, for every publication type (STO-06…STO-08). */

import { EditStory } from './stories/EditStory.tsx';
import { NewStory } from './stories/NewStory.tsx';
import type { StoryFormProps } from './stories/useDraft.ts';

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
