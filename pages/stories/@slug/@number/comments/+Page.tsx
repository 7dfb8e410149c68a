export { ThreadPage as default } from '#pages/stories/thread/ThreadPage.tsx';
