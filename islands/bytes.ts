/** Sizes of files in words. A megabyte is 1,048,576 bytes here, as in the limit of 3 MB. */
const MEBIBYTE = 1024 * 1024;
export const IMAGE_MAX_BYTES = 3 * MEBIBYTE;
export const ARCHIVE_MAX_BYTES = 150 * MEBIBYTE;

/** "4.1": one decimal, rounded up, so that what is over a limit never reads as the limit. */
export const megabytes = (bytes: number): string => (Math.ceil((bytes / MEBIBYTE) * 10) / 10).toFixed(1);
