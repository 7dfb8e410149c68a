import { FIRST_SCREEN } from '../../server/lib/first-screen.ts';

/** Stands behind what is seen first: styles that only what follows needs come here (server/rendering/styles.ts). */
export const FirstScreenEnd = () => <i id={FIRST_SCREEN} hidden />;
