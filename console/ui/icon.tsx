/** Lines of icons in a box of 16, drawn for the console. */
const lines = {
  home: 'M2.5 7.5 8 2.8l5.5 4.7M4 6.5v6.7h8V6.5M6.7 13.2V9.6h2.6v3.6',
  members:
    'M6 7.6a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8M1.8 13.2c.3-2.6 2-3.9 4.2-3.9s3.9 1.3 4.2 3.9M10.6 3.1a2.3 2.3 0 0 1 0 4.3M12 9.7c1.3.5 2.1 1.7 2.3 3.5',
  plans: 'M2 4.2h12v7.6H2zM2 6.8h12M4.5 9.6h2.5',
  content: 'M3.5 2h6l3 3v9h-9zM9.3 2v3.2h3.2M5.6 8.3h4.8M5.6 11h3',
  fields: 'M2 3.5h12v3.6H2zM2 9.5h12v3M2 9.5v3h6M4.2 5.3h3',
  design:
    'M8 2a6 6 0 1 0 0 12c1 0 1.4-.7 1-1.5-.6-1.2.2-2.1 1.4-2.1h1.6c1.2 0 2-.9 2-2.2C14 4.7 11.3 2 8 2M5 7.6h.01M7.2 5h.01M10.3 5.6h.01',
  texts: 'M3 4V2.8h10V4M8 2.8v10.4M6 13.2h4',
  install: 'm5.5 4.5-3.5 3.5 3.5 3.5M10.5 4.5 14 8l-3.5 3.5M9.2 3 6.8 13',
  live: 'M8 14c3.2-2.2 4.5-4.6 4.5-7.2C12.5 4.2 10.6 2.8 8 1.8 5.4 2.8 3.5 4.2 3.5 6.8 3.5 9.4 4.8 11.8 8 14M6 7.4l1.5 1.5L10.2 6',
  credentials: 'M5.8 10.8a3 3 0 1 1 2.7-4.2H14v2.8h-1.6v1.6H10V9.4H8.5a3 3 0 0 1-2.7 1.4M5.5 7.9h.01',
  team: 'M8 6.8a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M3.8 13.5c.2-3 1.8-4.7 4.2-4.7s4 1.7 4.2 4.7z',
  audit: 'M4 2h8v12H4zM6.2 5.2h3.6M6.2 8h3.6M6.2 10.8h1.8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.4 10.4l3.3 3.3',
  check: 'm3.2 8.4 3.1 3.1 6.5-7',
  minus: 'M3.5 8h9',
  plus: 'M8 3v10M3 8h10',
  close: 'm3.8 3.8 8.4 8.4M12.2 3.8l-8.4 8.4',
  down: 'm4 6.2 4 4 4-4',
  up: 'm4 9.8 4-4 4 4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  warn: 'M8 2.2 14.4 13.5H1.6zM8 6.5v3.2M8 11.6h.01',
  person: 'M8 7.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2M2.8 13.7c.4-3 2.4-4.3 5.2-4.3s4.8 1.3 5.2 4.3',
  external: 'M9.5 2.5h4v4M13.2 2.8 7.5 8.5M11.5 9v4.5h-9v-9H7',
  bold: 'M4.5 8h4.7M4.5 2.8h4.2a2.6 2.6 0 0 1 0 5.2 2.6 2.6 0 0 1 0 5.2H4.5z',
  italic: 'M6.5 2.8h5M4.5 13.2h5M9.3 2.8 6.7 13.2',
  strike: 'M2.5 8h11M11 4.6C10.6 3.4 9.5 2.8 8 2.8c-1.8 0-3 .9-3 2.3M5 11.2c.4 1.3 1.5 2 3 2 1.9 0 3.2-1 3.2-2.5',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  bullets: 'M6 4h7.5M6 8h7.5M6 12h7.5M2.8 4h.01M2.8 8h.01M2.8 12h.01',
  numbers: 'M6.5 4h7M6.5 8h7M6.5 12h7M2.5 3l1-.6v3.4M2.3 10.6c.2-.8 1.8-.8 1.8.2 0 .7-1.8 1.6-1.8 2.4h1.9',
  undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M5.5 4 3 6.5 5.5 9',
  redo: 'M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M10.5 4 13 6.5 10.5 9',
  sort: 'm5 6 3-3 3 3M5 10l3 3 3-3',
} as const

export type IconName = keyof typeof lines

/** A small drawing beside words that say the same: screen readers skip it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={lines[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name === 'more' ? 2 : 1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
