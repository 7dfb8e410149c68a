const brand = Symbol.for('tsuzuki.StartError');

/** A reason not to start that the operator can act on. One line, shown without a stack. */
export class StartError extends Error {
  readonly [brand] = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), options);
    this.name = 'StartError';
  }
}

export function isStartError(error: unknown): error is StartError {
  return typeof error === 'object' && error !== null && brand in error;
}

/** Passes a StartError on and converts file system errors. Any other error is a defect and stays as it is. */
export function asStartError(error: unknown, folder: string): unknown {
  if (isStartError(error)) return error;
  const fromFileSystem = error instanceof Error && 'syscall' in error && 'path' in error;
  return fromFileSystem ? unusableFolder(folder, error) : error;
}

export function unusableFolder(folder: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message.replace(/, \w+ '.*$/, '') : String(cause);
  return new StartError(
    `The data folder ${folder} is not writable (${reason}): give this user write access or set another DATA_DIR`,
    { cause },
  );
}
