/** What is asked before an episode goes to its readers, or is taken back; loaded when somebody comes near the buttons. */
export { PublishDialog } from './PublishDialog.tsx';
export { UnpublishDialog } from './UnpublishDialog.tsx';
