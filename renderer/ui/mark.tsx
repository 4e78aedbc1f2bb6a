// The app's mark: a play sign that rides on a wave.
import type { ReactNode } from 'react';

export function Mark({ size }: { readonly size: number }): ReactNode {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect width="48" height="48" rx="11" fill="#0a7186" />
      <path d="M19 10.5v19L34.5 20 19 10.5Z" fill="#fff" stroke="#fff" strokeWidth="2" strokeLinejoin="round" />
      <path
        d="M8 35.5c2.7 0 2.7 2.5 5.3 2.5s2.7-2.5 5.4-2.5 2.6 2.5 5.3 2.5 2.7-2.5 5.3-2.5 2.7 2.5 5.4 2.5 2.6-2.5 5.3-2.5"
        fill="none"
        stroke="#8fdbe8"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
