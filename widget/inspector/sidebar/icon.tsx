import type { ItemType } from '../item'

/** Drawn on 16 by 16. */
const paths = {
  cart: 'M1.5 2.5h2l1.6 7.5h7l1.4-5.5H4M6 13.3v.2m5.5-.2v.2',
  'plan-price-clicked': 'M6.5 6.5 14 9.3l-3.4 1.3L9.3 14zM5.5 1.5v2m-4 2h2m-.8-2.8 1.4 1.4m4.2-1.4L6.9 4.1',
  'content-removed': 'M2 2l12 12M6 3.9A7 7 0 0 1 14.5 8a9 9 0 0 1-1.6 2.3M4 5.1A9 9 0 0 0 1.5 8a7 7 0 0 0 9 3.9',
  error: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M8 4.7v4m0 2.4v.3',
  warning: 'M8 2 1.5 13.5h13zm0 4.5v3.3m0 1.7v.3',
  found: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M5.2 8.2l2 2 3.7-4.2',
  chevron: 'm6 3.5 4.5 4.5L6 12.5',
} as const satisfies Record<ItemType | 'chevron', string>

/** Says nothing by itself: a text beside it does. */
export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg className="icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
