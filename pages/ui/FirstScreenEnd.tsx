import { FIRST_SCREEN } from '../../server/lib/first-screen.ts';

/** End of the first screen: styles needed only below load here (server/rendering/styles.ts). */
export const FirstScreenEnd = () => <i id={FIRST_SCREEN} hidden />;
