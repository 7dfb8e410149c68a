/**
 * Replaces the package that notifies tap of uncaught errors, for processes that run many tests. The original tracks
 * every promise, and yields to any listener that a program adds, such as Vike's.
 */
type Told = (error: unknown, event: 'uncaughtException' | 'unhandledRejection') => unknown;

const domains: Domain[] = [];

export class Domain {
  readonly onerror: Told;

  constructor(onerror: Told) {
    this.onerror = onerror;
    domains.push(this);
  }

  destroy(): void {
    const at = domains.lastIndexOf(this);
    if (at >= 0) domains.splice(at, 1);
  }
}

/** Notifies the innermost running test. */
function tell(...what: Parameters<Told>): void {
  const domain = domains.at(-1);
  if (domain !== undefined) domain.onerror(...what);
  else {
    console.error(what[0]);
    process.exitCode = 1;
  }
}

// Runs before all listeners.
process.setUncaughtExceptionCaptureCallback((error) => tell(error, 'uncaughtException'));
process.on('unhandledRejection', (error) => tell(error, 'unhandledRejection'));
