export { CARD, makeCard } from './images/card.ts';
export { type Oklch, type StoryColour, storyColour, toOklch } from './images/colour.ts';
export { convertPicture } from './images/convert.ts';
export { type Crop, makeCoverDerivatives } from './images/covers.ts';
export { IMAGE_MAX_BYTES, type ImageFacts, inspectImage, judgeHead } from './images/inspect.ts';
export {
  type AvifPiece,
  makeAvifDerivatives,
  makePageDerivatives,
  type PageOptions,
  type PagePiece,
} from './images/pages.ts';
export type { Derivative, Picture } from './images/pieces.ts';
export {
  type CoverPurpose,
  coverSides,
  planFallback,
  planPage,
  planWidths,
  type Size,
} from './images/plan.ts';
export type { ImageInput } from './images/png-colour.ts';
export { type ImageRefusal, ImageRefused, isImageRefused } from './images/refused.ts';
