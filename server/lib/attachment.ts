/** `Content-Disposition` of a file that is kept under this name (RFC 6266): in letters that any browser reads, and as it is. */
export const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^ -~]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
