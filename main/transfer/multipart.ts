// The exact bytes of a multipart/form-data body with one file part, known before anything is sent.
//
// The same boundary and name give the same bytes at every attempt, so that a body can be continued at any offset.

export interface BodyRepresentation {
  readonly contentType: string;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Head + file + tail, in bytes. */
  readonly length: number;
}

/** Quotes, CR and LF are escaped as browsers and curl do; header injection through a name is impossible (F-37). */
export function quoteFileName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** `fileBytes` = size of the file; `boundary` is stored with the attempt. */
export function representation(boundary: string, fileName: string, fileBytes: number): BodyRepresentation {
  const encoder = new TextEncoder();
  // Plain UTF-8 filename="…": PHP loses a file that only has filename*= (F-37). The type is fixed by the service.
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoteFileName(fileName)}"\r\n` +
      'Content-Type: video/mp4\r\n\r\n',
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head,
    tail,
    length: head.length + fileBytes + tail.length,
  };
}
