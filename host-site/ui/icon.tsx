/** One stroke width, on a grid of 24. Name → path. */
const drawings = {
  ledger: 'M5 3h12a2 2 0 0 1 2 2v16H7a2 2 0 0 1-2-2zM9 8h6M9 12h6M9 16h3',
  rising: 'M3 20h18M4 16l5-6 4 3 7-9M15 4h5v5',
  bars: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  compass: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.5 8.5l-2 5-5 2 2-5z',
  chip: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  voices: 'M4 5h11v8H9l-4 4v-4H4zM18 9h2v8h-1v3l-3-3h-5v-1',
  scales: 'M12 4v16M7 20h10M5 7h14M5 7l-3 6h6zM19 7l-3 6h6z',
  hammer: 'M13 7l-9 9 3 3 9-9M11 5l4-2 6 6-2 4z',
  heart: 'M12 20S4 15 4 9a4 4 0 0 1 8-1.5A4 4 0 0 1 20 9c0 6-8 11-8 11zM12 10v5M9.5 12.5h5',
  pot: 'M4 11h16v5a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM2 11h20M9 7c0-2 2-2 2-4M14 7c0-2 2-2 2-4',
  truck: 'M2 6h11v10H2zM13 10h5l4 3v3h-9M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17.5 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  gauge: 'M4 18a9 9 0 1 1 16 0zM12 14l4-5M12 15.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.500L21 21',
  quiz: 'M5 3h14v18H5zM8.5 8l1.5 1.500L12.5 7M8.5 15l1.5 1.5 2.5-2.500M15 8.500h1.500M15 15.500h1.5',
  upload: 'M12 16V5M7.5 9L12 4.5 16.5 9M4 15v5h16v-5',
  share:
    'M7 14.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9.2 10.800l5.6-4M9.2 13.200l5.6 4',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.500a3.5 3.5 0 0 1 0 6.500M18 14.500c2.2.8 3.5 2.7 3.5 5.5',
  building: 'M4 21V5l8-2v18M12 9h8v12M2 21h20M7 8h2M7 12h2M7 16h2M15 13h2M15 17h2',
  speed: 'M13 3L5 14h6l-1 7 8-11h-6z',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  phone: 'M6 3h4l2 5-2.5 2a12 12 0 0 0 4.5 4.500l2-2.5 5 2v4a2 2 0 0 1-2 2A17 17 0 0 1 4 5a2 2 0 0 1 2-2z',
  message: 'M4 4h16v12H10l-5 4v-4H4zM8 9h8M8 12h5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  pin: 'M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11zM12 12.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  check: 'M4 12.500l5 5L20 6.5',
  download: 'M12 4v11M7.5 11L12 15.500 16.5 11M4 20h16',
  edit: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  folder: 'M3 5h6l2.5 3H21v11H3zM3 12h18',
  cross: 'M6 6l12 12M18 6L6 18',
  chevron: 'M6 9l6 6 6-6',
  arrow: 'M4 12h16M14 6l6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
} as const satisfies Record<string, string>

export type IconName = keyof typeof drawings

/** Decorative, so hidden from screen readers. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={drawings[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
