const brand = Symbol.for('tsuzuki.StartError');

/** A reason not to start that whoever started the program can act on: one line, shown without a stack. */
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

/** Lets a reason pass, makes one of the file system's complaints, and leaves anything else the defect that it is. */
export function asStartError(error: unknown, folder: string): unknown {
  if (isStartError(error)) return error;
  const fromFileSystem = error instanceof Error && 'syscall' in error && 'path' in error;
  return fromFileSystem ? unusableFolder(folder, error) : error;
}

/** Turns what the file system said about the data folder into a line that says what to do. */
export function unusableFolder(folder: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message.replace(/, \w+ '.*$/, '') : String(cause);
  return new StartError(
    `The data folder ${folder} cannot be written to (${reason}): allow it for this user or choose another with DATA_DIR`,
    { cause },
  );
}
