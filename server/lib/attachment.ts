/** `Content-Disposition` of a download (RFC 6266): an ASCII fallback and the exact name. */
export const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^ -~]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
