export { NotesPage as default } from '#pages/stories/notes/NotesPage.tsx';
