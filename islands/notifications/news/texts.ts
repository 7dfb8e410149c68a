export const NOTIFICATIONS = [
  'notifications.accept',
  'notifications.decline',
  'notifications.earlier',
  'notifications.isUnread',
  'notifications.remove',
  'notifications.removed',
  'notifications.today',
  'notifications.undo',
  'notifications.until',
  'notifications.wasRead',
  'notifications.week',
  'told',
] as const;

export const TELL_HERE = [
  'notifications.failed',
  'notifications.needsApp',
  'notifications.pushFailed',
  'notifications.refused',
  'notifications.stopHere',
  'notifications.tellHere',
  'notifications.unsupported',
] as const;
