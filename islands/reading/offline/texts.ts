export const SAVE_ROWS = [
  'offline.again',
  'offline.failures',
  'offline.isSaved',
  'offline.locked',
  'offline.noConnection',
  'offline.oldNote',
  'offline.remove',
  'offline.saveName',
  'offline.saving',
  'offline.starting',
  'offline.stop',
] as const;

export const SAVED = [
  'library.savedExpired',
  'library.savedFree',
  'library.savedNone',
  'library.savedSaving',
  'offline',
  'reader.chapters',
  'reader.pages',
] as const;
