// Receipts as text: for a spreadsheet and for a program, with moments that nobody can mistake.
import { expect, it } from 'vitest';
import { type ReceiptClip, receiptText, timeOf } from '../../../../main/features/links/receipt-text.ts';

const at = Date.UTC(2026, 10, 26, 5, 5, 59);
const clock = { now: at, zoneMinutes: () => 60, region: 'en-GB' };
const clip: ReceiptClip = {
  ...{ path: '/clips/C0001.mp4', file: 'C0001.mp4', bytes: 640_000_000, sha256: 'ab12', state: 'done' },
  ...{ site: 'https://e.com', account: 'ava', title: 'A & B "½" <b> é 你好', videoId: 7, status: 'publish' },
  ...{ link: 'https://e.com/video/a-b/', addedAt: at - 60_000, arrivedAt: at },
  attempts: [
    { startedAt: at - 50_000, endedAt: at - 40_000, ended: 'connection-lost', httpStatus: null, sentBytes: 1_000 },
    { startedAt: at - 30_000, endedAt: at - 1_000, ended: 'arrived', httpStatus: 201, sentBytes: 640_000_000 },
  ],
};
const nowhere: ReceiptClip = {
  ...{ ...clip, file: '=cmd|calc.mp4', path: '/clips/=cmd|calc.mp4', title: '=1+1', state: 'waiting', attempts: [] },
  ...{ sha256: null, videoId: null, link: null, status: null, arrivedAt: null },
};

it('a spreadsheet gets a row for each clip, in which nothing is a formula', () => {
  const [head, first, second, end] = receiptText([clip, nowhere], 'csv', clock).split('\r\n');
  expect(head).toBe(
    '\ufefffile,bytes,sha256,title,site,account,video_id,link,status,state,added,started,arrived,attempts,path',
  );
  expect(first).toBe(
    'C0001.mp4,640000000,ab12,"A & B ""½"" <b> é 你好",https://e.com,ava,7,https://e.com/video/a-b/,publish,done,' +
      '2026-11-26T06:04:59+01:00,2026-11-26T06:05:09+01:00,2026-11-26T06:05:59+01:00,2,/clips/C0001.mp4',
  );
  expect(second).toBe(
    "'=cmd|calc.mp4,640000000,,'=1+1,https://e.com,ava,,,,waiting,2026-11-26T06:04:59+01:00,,,0,/clips/=cmd|calc.mp4",
  );
  expect(end).toBe('');
});

it('has its cells parted by semicolons where a comma is in numbers, and a formula is text there as well', () => {
  const [head, , second] = receiptText([clip, nowhere], 'csv', { ...clock, region: 'fr-FR' }).split('\r\n');
  expect(head?.split(';').slice(0, 3)).toEqual(['\ufefffile', 'bytes', 'sha256']);
  expect(second?.split(';').slice(0, 4)).toEqual(["'=cmd|calc.mp4", '640000000', '', "'=1+1"]);
});

it('a program gets each try as well, and null where nothing is known', () => {
  const told = JSON.parse(receiptText([clip, nowhere], 'json', clock));
  expect(told).toMatchObject({ saved: '2026-11-26T06:05:59+01:00', clips: [{ title: clip.title }, { title: '=1+1' }] });
  expect(told.clips[0].attempts).toEqual([
    {
      ...{ started: '2026-11-26T06:05:09+01:00', ended_at: '2026-11-26T06:05:19+01:00', ended: 'connection-lost' },
      ...{ httpStatus: null, sentBytes: 1_000 },
    },
    {
      ...{ started: '2026-11-26T06:05:29+01:00', ended_at: '2026-11-26T06:05:58+01:00', ended: 'arrived' },
      ...{ httpStatus: 201, sentBytes: 640_000_000 },
    },
  ]);
  expect(told.clips[1]).toMatchObject({ sha256: null, videoId: null, link: null, status: null, arrived: null });
});

it.each([
  [0, '2026-11-26T05:05:59+00:00'],
  [345, '2026-11-26T10:50:59+05:45'],
  [-210, '2026-11-26T01:35:59-03:30'],
])('a moment %i minutes from UTC', (minutes, text) => {
  expect(timeOf(at, minutes)).toBe(text);
  expect(Date.parse(text)).toBe(at);
});
