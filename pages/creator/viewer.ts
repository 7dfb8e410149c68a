import { unauthorized } from '../../server/lib/errors.ts';
import type { Viewer } from '../../server/lib/viewer.ts';

/** The console is for whoever is signed in; everybody else goes to sign in and comes back. */
export function requireViewer(viewer: Viewer | null): Viewer {
  if (viewer === null) throw unauthorized('sign_in_required');
  return viewer;
}
