/** Bodies of multipart/form-data (RFC 7578) for injected requests. */
export type Part =
  | { name: string; value: string }
  | { name: string; filename: string; data: Buffer; type?: string };

export function multipart(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'tsuzuki-test-boundary';
  const chunks = parts.flatMap((part) => {
    const file = 'filename' in part ? `; filename="${part.filename.replaceAll('"', '%22')}"` : '';
    const type = 'filename' in part ? `Content-Type: ${part.type ?? 'application/octet-stream'}\r\n` : '';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${file}\r\n${type}\r\n`;
    return [Buffer.from(head), 'filename' in part ? part.data : Buffer.from(part.value), Buffer.from('\r\n')];
  });
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
