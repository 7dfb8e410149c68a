export { ThreadPage as default } from '../../thread/ThreadPage.tsx';
