// By which method pieces pass a host: PATCH, or POST that stands for it where whoever is before the site lets no PATCH through.
//
// WordPress takes the method from X-HTTP-Method-Override of a POST (platform facts). Firewalls of hosts often know GET, HEAD, POST and OPTIONS
// alone, and some refuse that header, too (OWASP core rule set, rules 911100 and 920450).

export interface PieceMethod {
  /** POST stands for every other method that changes or asks something, but for GET. */
  isByPost(): boolean;
  /** A piece was taken. */
  passed(): void;
  /**
   * Somebody before the site did not let through what was sent by POST, or not by POST. False = nor in the other way: there is none left.
   * Of several clips at once each may be refused in a way that was left meanwhile: that says nothing of the present one.
   */
  refused(wasByPost: boolean): boolean;
  /** No way is left, until a new upload begins. */
  isBlocked(): boolean;
  /** A new upload begins: what was blocked before may be open now. */
  begins(): void;
}

export function createPieceMethod(): PieceMethod {
  let isByPost = false;
  let ways: 'both' | 'one' | 'none' = 'both';
  return {
    isByPost: () => isByPost,
    passed: () => {
      ways = 'both';
    },
    refused: (wasByPost) => {
      if (wasByPost !== isByPost) return true;
      if (ways !== 'both') {
        ways = 'none';
        return false;
      }
      ways = 'one';
      isByPost = !isByPost;
      return true;
    },
    isBlocked: () => ways === 'none',
    begins: () => {
      ways = 'both';
    },
  };
}
