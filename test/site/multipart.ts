// A streaming parser for multipart/form-data: bytes in, parts out, nothing kept but a possible start of the boundary.

export interface PartHead {
  name: string;
  /** As sent, directories removed; null for an ordinary field. Percent escapes such as %22 stay, as in PHP. */
  filename: string | null;
  contentType: string;
}

export interface PartHandler {
  begin(head: PartHead): void;
  data(bytes: Buffer): void;
  end(): void;
}

const MAX_HEAD = 16 * 1024;
const EMPTY = Buffer.alloc(0);

/** The boundary of a multipart content type, or null when it is another type or has none. */
export function boundaryOf(contentType: string | undefined): string | null {
  if (!contentType || !/^multipart\/form-data\b/i.test(contentType)) return null;
  const match = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

/** One parameter of a header line such as Content-Disposition; backslash escapes are undone. */
export function headerParameter(line: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]*))`, 'i').exec(line);
  if (!match) return null;
  return match[1] !== undefined ? match[1].replace(/\\(["\\])/g, '$1') : (match[2] ?? '');
}

function parseHead(text: string): PartHead {
  let disposition = '';
  let contentType = '';
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (name === 'content-disposition') disposition = line.slice(colon + 1);
    if (name === 'content-type') contentType = line.slice(colon + 1).trim();
  }
  const filename = headerParameter(disposition, 'filename');
  return {
    name: headerParameter(disposition, 'name') ?? '',
    filename: filename === null ? null : (filename.split(/[/\\]/).at(-1) ?? ''),
    contentType,
  };
}

/** Feed it every chunk with `push`; after the closing boundary `complete` is true and the rest is ignored. */
export class MultipartParser {
  complete = false;
  private state: 'preamble' | 'boundary' | 'head' | 'data' = 'preamble';
  private rest: Buffer = Buffer.from('\r\n');
  private readonly delimiter: Buffer;
  private readonly handler: PartHandler;

  constructor(boundary: string, handler: PartHandler) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`);
    this.handler = handler;
  }

  push(chunk: Buffer): void {
    let bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    this.rest = EMPTY;
    while (!this.complete && bytes.length > 0) {
      const next = this.step(bytes);
      if (next === null) return;
      bytes = next;
    }
  }

  /** Consumes what it can; returns the remainder, or null when more bytes are needed. */
  private step(bytes: Buffer): Buffer | null {
    switch (this.state) {
      case 'preamble':
      case 'data':
        return this.untilDelimiter(bytes);
      case 'boundary': {
        if (bytes.length < 2) return this.keep(bytes);
        if (bytes[0] === 0x2d && bytes[1] === 0x2d) {
          this.complete = true;
          return null;
        }
        const lineEnd = bytes.indexOf('\r\n');
        if (lineEnd < 0) return this.keep(bytes);
        this.state = 'head';
        return bytes.subarray(lineEnd + 2);
      }
      case 'head': {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) {
          if (bytes.length > MAX_HEAD) throw new Error('The head of a multipart part is too long.');
          return this.keep(bytes);
        }
        this.handler.begin(parseHead(bytes.toString('utf8', 0, end)));
        this.state = 'data';
        // The CRLF that ends the head may already belong to the delimiter of an empty part.
        return bytes.subarray(end + 4);
      }
    }
  }

  private untilDelimiter(bytes: Buffer): Buffer | null {
    const at = bytes.indexOf(this.delimiter);
    if (at >= 0) {
      if (this.state === 'data') {
        if (at > 0) this.handler.data(bytes.subarray(0, at));
        this.handler.end();
      }
      this.state = 'boundary';
      return bytes.subarray(at + this.delimiter.length);
    }
    const keepFrom = this.possibleStart(bytes);
    if (this.state === 'data' && keepFrom > 0) this.handler.data(bytes.subarray(0, keepFrom));
    return this.keep(bytes.subarray(keepFrom));
  }

  /** Where a delimiter may begin at the end of these bytes; their length when nowhere. */
  private possibleStart(bytes: Buffer): number {
    let at = bytes.indexOf(0x0d, Math.max(0, bytes.length - this.delimiter.length + 1));
    while (at >= 0) {
      if (this.delimiter.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return at;
      at = bytes.indexOf(0x0d, at + 1);
    }
    return bytes.length;
  }

  private keep(bytes: Buffer): null {
    // A copy, so that the large chunk it came from can be freed.
    this.rest = bytes.length > 0 ? Buffer.from(bytes) : EMPTY;
    return null;
  }
}
