/**
 * What tap asks to be told of errors that nobody caught, for processes that run one test after the other. The package
 * that it brings follows every promise for it, and hands over to any listener that a program adds, such as Vike's.
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

/** The innermost test that runs. */
function tell(...what: Parameters<Told>): void {
  const domain = domains.at(-1);
  if (domain !== undefined) domain.onerror(...what);
  else {
    console.error(what[0]);
    process.exitCode = 1;
  }
}

// Before all listeners, whoever adds them.
process.setUncaughtExceptionCaptureCallback((error) => tell(error, 'uncaughtException'));
process.on('unhandledRejection', (error) => tell(error, 'unhandledRejection'));
