import { useEffect, useRef, useState } from 'react';
import type { Option } from '../../../pages/ui/Field.tsx';
import { api } from '../../api.ts';
import { useCroppedPicture } from '../../media/crop/useCroppedPicture.ts';
import type { Story } from './details.ts';
import { type Draft, dropDraft, findDraft, isBegun, keepDraft } from './draft.ts';
import type { Offer } from './StoryFields.tsx';

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

const NOTHING = { mediaId: null, url: null };

export function useDraft({
  offer,
  types,
  type,
  owner,
}: Pick<StoryFormProps, 'offer' | 'types' | 'type' | 'owner'>) {
  const [blank] = useState<Draft>(() => ({
    publication_type: type,
    cover_media_id: null,
    title: '',
    format: offer.formats[0] ?? null,
    genre: '',
    language: offer.preset,
    description: '',
    tags: [],
    rating: offer.ratings[0]?.value as Draft['rating'],
  }));
  const [draft, setDraft] = useState(blank);
  const [isRestored, setIsRestored] = useState(false);
  const isCreated = useRef(false);
  const cover = useCroppedPicture('cover', NOTHING);
  const { mediaId } = cover.picture;
  const { show } = cover;
  useEffect(() => {
    const kept = findDraft(owner, blank);
    if (kept === null) return;
    const isOffered = types.some(({ value }) => value === kept.publication_type);
    setDraft(isOffered ? kept : { ...kept, publication_type: blank.publication_type });
    setIsRestored(true);
    if (kept.cover_media_id === null) return;
    // Unused pictures are deleted after a while.
    api('GET /media/:id', { params: { id: kept.cover_media_id } })
      .then(({ media }) => show({ mediaId: media.id, url: media.url }))
      .catch(() => undefined);
  }, [owner, blank, types, show]);

  useEffect(() => {
    const present = { ...draft, cover_media_id: mediaId };
    if (!isCreated.current && isBegun(present, blank)) keepDraft(owner, present);
  }, [draft, mediaId, blank, owner]);

  return {
    draft,
    put: (next: Partial<Draft>): void => setDraft((now) => ({ ...now, ...next })),
    cover,
    isRestored,
    forget(): void {
      dropDraft(owner);
      setDraft(blank);
      show(NOTHING);
      setIsRestored(false);
    },
    created(): void {
      isCreated.current = true;
      dropDraft(owner);
    },
  };
}
