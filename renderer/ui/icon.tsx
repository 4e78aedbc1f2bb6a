// The app's own small set of line icons on a 16-px grid; decorative, always beside a word or a label.
import type { ReactNode } from 'react';
import type { IconName as StateIcon } from '../text/jobs.ts';

export type IconName =
  | StateIcon
  | 'uploads'
  | 'library'
  | 'sites'
  | 'film'
  | 'plus'
  | 'folder'
  | 'chevron'
  | 'close'
  | 'check'
  | 'lock'
  | 'unlocked'
  | 'external'
  | 'link'
  | 'sort'
  | 'columns'
  | 'list'
  | 'grid'
  | 'drop'
  | 'key'
  | 'grip'
  | 'play'
  | 'pause'
  | 'panel'
  | 'settings'
  | 'info'
  | 'down'
  | 'help';

const shapes: Record<IconName, ReactNode> = {
  link: (
    <>
      <path d="M6.75 9.25a2.75 2.75 0 0 0 3.9 0l2.5-2.5a2.76 2.76 0 0 0-3.9-3.9L8.2 3.9" />
      <path d="M9.25 6.75a2.75 2.75 0 0 0-3.9 0l-2.5 2.5a2.76 2.76 0 0 0 3.9 3.9L7.8 12.1" />
    </>
  ),
  waiting: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  columns: <path d="M2.5 3.25h11v9.5h-11zM6.25 3.25v9.5M10 3.25v9.5" />,
  ready: <path d="M2.75 8 13.25 3 10.5 13 7.5 9.25 2.75 8ZM7.5 9.25 13.25 3" />,
  down: <path d="M8 3.25v9M4.25 8.75 8 12.5l3.75-3.75" />,
  sending: <path d="M8 12.75v-9M4.25 7.25 8 3.5l3.75 3.75" />,
  processing: (
    <>
      <path d="M13.5 8A5.5 5.5 0 0 1 4 11.75M2.5 8A5.5 5.5 0 0 1 12 4.25" />
      <path d="M12.25 1.75v2.75H9.5M3.75 14.25V11.5H6.5" />
    </>
  ),
  looking: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  describing: <path d="m3 13 .75-3L10.5 3.25a1.6 1.6 0 0 1 2.25 2.25L6 12.25 3 13Z" />,
  done: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m5.5 8.25 1.75 1.75 3.25-3.75" />
    </>
  ),
  paused: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M6.5 6v4M9.5 6v4" />
    </>
  ),
  'needs-you': (
    <>
      <path d="M8 2.5 14 13H2L8 2.5Z" />
      <path d="M8 6.5v3M8 11.25v.01" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m4.25 4.25 7.5 7.5" />
    </>
  ),
  offline: (
    <>
      <path d="M2.25 6.25A8.3 8.3 0 0 1 6 4.2M9.5 4.1a8.3 8.3 0 0 1 4.25 2.15M4.5 9a5 5 0 0 1 2-1.25M11.5 9a5 5 0 0 0-.75-.6" />
      <path d="M8 12v.01M3 2.5l10 11" />
    </>
  ),
  library: (
    <>
      <rect x="2.25" y="5.25" width="11.5" height="8.25" rx="1.5" />
      <path d="M4 3.25h8M7 7.75v3.25l2.75-1.6Z" />
    </>
  ),
  uploads: (
    <>
      <path d="M8 10.5V3M5 5.75 8 2.75l3 3" />
      <path d="M2.75 10v2.25a1 1 0 0 0 1 1h8.5a1 1 0 0 0 1-1V10" />
    </>
  ),
  sites: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M2.5 8h11M8 2.25c2 1.75 2.5 3.6 2.5 5.75S10 12 8 13.75C6 12 5.5 10.15 5.5 8S6 4 8 2.25Z" />
    </>
  ),
  film: (
    <>
      <rect x="2.25" y="3.25" width="11.5" height="9.5" rx="1.5" />
      <path d="M5 3.25v9.5M11 3.25v9.5M2.25 6.4H5M2.25 9.6H5M11 6.4h2.75M11 9.6h2.75" />
    </>
  ),
  settings: (
    <>
      <path d="M2.5 4.75h6M12 4.75h1.5M2.5 11.25H4M7.5 11.25h6" />
      <circle cx="10.25" cy="4.75" r="1.75" />
      <circle cx="5.75" cy="11.25" r="1.75" />
    </>
  ),
  plus: <path d="M8 3.25v9.5M3.25 8h9.5" />,
  folder: <path d="M2.25 12V4.25a1 1 0 0 1 1-1h3l1.5 1.75h5a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1h-9.5a1 1 0 0 1-1-1Z" />,
  chevron: <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  check: <path d="m3.25 8.5 3 3 6.5-7" />,
  lock: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.25" rx="1.25" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  unlocked: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.25" rx="1.25" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.4-.75" />
    </>
  ),
  external: <path d="M6.5 3.5H4a1 1 0 0 0-1 1V12a1 1 0 0 0 1 1h7.5a1 1 0 0 0 1-1V9.5M9.25 3H13v3.75M13 3 7.5 8.5" />,
  sort: <path d="M4.5 3v9.75M2.25 10.5l2.25 2.25 2.25-2.25M8.5 4h5.25M8.5 7.5h4M8.5 11h2.5" />,
  list: <path d="M2.5 4h.01M2.5 8h.01M2.5 12h.01M5.5 4h8M5.5 8h8M5.5 12h8" />,
  grid: (
    <>
      <rect x="2.5" y="2.5" width="4.5" height="4.5" rx="1" />
      <rect x="9" y="2.5" width="4.5" height="4.5" rx="1" />
      <rect x="2.5" y="9" width="4.5" height="4.5" rx="1" />
      <rect x="9" y="9" width="4.5" height="4.5" rx="1" />
    </>
  ),
  drop: (
    <>
      <path d="M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25" />
      <path d="M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2" />
    </>
  ),
  key: (
    <>
      <circle cx="5.25" cy="10.75" r="2.75" />
      <path d="m7.25 8.75 5.5-5.5M10.5 5.5l2 2" />
    </>
  ),
  grip: <path d="M6 3.5h.01M6 8h.01M6 12.5h.01M10 3.5h.01M10 8h.01M10 12.5h.01" />,
  play: <path d="M5 3.25v9.5L12.5 8 5 3.25Z" />,
  pause: <path d="M5.25 3.5v9M10.75 3.5v9" />,
  panel: (
    <>
      <rect x="2.25" y="3" width="11.5" height="10" rx="1.5" />
      <path d="M9.5 3v10" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 7.5v3.25M8 5.25v.01" />
    </>
  ),
  help: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M6.4 6.5a1.6 1.6 0 1 1 2.3 1.4c-.45.25-.7.6-.7 1.1v.1M8 10.9v.01" />
    </>
  ),
};

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 24 ? 1 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
