// Where the page lives and what it may load or go to.
import { describe, expect, test } from 'vitest';
import { choosePage, mayNavigate, mayRequest } from '../../../main/shell/page.ts';

const shipped = choosePage(true, undefined);
const developing = choosePage(false, 'http://localhost:5173/');

describe('choosePage', () => {
  test('serves the built page in every packaged app, whatever the environment says', () => {
    expect(choosePage(true, 'http://localhost:5173/')).toEqual({
      url: 'app://main/index.html',
      origin: 'app://main',
      devOrigin: null,
    });
    expect(choosePage(false, undefined)).toEqual(shipped);
  });

  test('uses the development server only unpackaged', () => {
    expect(developing).toEqual({
      url: 'http://localhost:5173/',
      origin: 'http://localhost:5173',
      devOrigin: 'http://localhost:5173',
    });
  });
});

describe('mayNavigate', () => {
  test.each(['app://main/index.html', 'app://main/index.html#uploads'])('allows %s', (url) =>
    expect(mayNavigate(url, shipped)).toBe(true),
  );

  test.each([
    'app://main/',
    'app://main/clip/job1',
    'app://other/index.html',
    'app://main.evil/index.html',
    'https://example.org/',
    'http://localhost:5173/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:app://main/1',
    'about:blank',
    '',
    'not an address',
  ])('refuses %s', (url) => expect(mayNavigate(url, shipped)).toBe(false));
});

describe('mayRequest', () => {
  test.each([
    'app://main/assets/index.js',
    'app://main/clip/job1',
    'blob:app://main/5f1c',
    'data:image/png;base64,AAAA',
  ])('allows %s', (url) => expect(mayRequest(url, shipped, false)).toBe(true));

  test.each([
    'https://example.org/',
    'http://127.0.0.1:8080/',
    'ws://127.0.0.1:8080/',
    'wss://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'app://other/index.html',
    'devtools://devtools/bundled/inspector.html',
    'chrome://gpu/',
    'http://localhost:5173/',
    'not an address',
  ])('refuses %s', (url) => expect(mayRequest(url, shipped, false)).toBe(false));

  test('lets a developer use the tools and the development server, and nothing more', () => {
    expect(mayRequest('devtools://devtools/bundled/inspector.html', shipped, true)).toBe(true);
    expect(mayRequest('http://localhost:5173/@vite/client', developing, true)).toBe(true);
    expect(mayRequest('ws://localhost:5173/', developing, true)).toBe(true);
    expect(mayRequest('http://localhost:5174/', developing, true)).toBe(false);
    expect(mayRequest('https://localhost:5173/', developing, true)).toBe(false);
  });
});
