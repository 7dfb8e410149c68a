export { PublishDialog } from './PublishDialog.tsx';
export { UnpublishDialog } from './UnpublishDialog.tsx';
