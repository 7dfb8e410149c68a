import { FIRST_SCREEN } from './firstScreen.ts';

/**
 * Stands behind what is seen first, on pages whose head says so: on a slow line nothing is painted before it has come.
 * An empty element of its own, since Chromium goes on as soon as the start of the awaited one is there.
 */
export const FirstScreenEnd = () => <i id={FIRST_SCREEN} hidden />;
