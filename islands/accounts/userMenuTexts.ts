export const USER_MENU = [
  'header.coins',
  'header.library',
  'header.logOut',
  'header.mail',
  'header.notifications',
  'header.profile',
  'header.saved',
  'header.settings',
  'header.signIn',
  'header.stories',
  'header.wallet',
] as const;
