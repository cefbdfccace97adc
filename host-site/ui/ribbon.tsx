import { useId } from 'react'

/** Waves of the guilloche in a row, as along the edge of a bank note: the end of a page. */
export function Ribbon() {
  const id = useId()
  return (
    <svg className="ribbon" width="100%" height="16" aria-hidden="true">
      <defs>
        <pattern id={id} width="48" height="16" patternUnits="userSpaceOnUse">
          <path d="M0 8C8-1 16-1 24 8s16 9 24 0M0 8c8 9 16 9 24 0s16-9 24 0M-12 8C-4-1 4-1 12 8s16 9 24 0 16-9 24 0M-12 8c8 9 16 9 24 0s16-9 24 0 16 9 24 0" />
        </pattern>
      </defs>
      <rect width="100%" height="16" fill={`url(#${id})`} />
    </svg>
  )
}
