/** File sizes as text. A megabyte is 1,048,576 bytes here, as in the 3 MB limit. */
const MEBIBYTE = 1024 * 1024;
export const IMAGE_MAX_BYTES = 3 * MEBIBYTE;
export const ARCHIVE_MAX_BYTES = 150 * MEBIBYTE;

/** "4.1": rounded up to one decimal, so that a size over the limit never reads as the limit. */
export const megabytes = (bytes: number): string => (Math.ceil((bytes / MEBIBYTE) * 10) / 10).toFixed(1);
