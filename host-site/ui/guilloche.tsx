import { useId } from 'react'
import { rosettePath } from '../../contract/rosette-path'

interface RosetteProps {
  /** What the lines are made from, such as the ID of a TrustTag: the same text gives the same lines. */
  of: string
  /** How many turned copies of one curve. */
  turns?: number
}

/** A guilloche, as on bank notes: fine lines that are easy to draw from a number and hard to draw by hand. */
export function Rosette({ of, turns = 12 }: RosetteProps) {
  // Not made from the text: two of one kind may stand on one page.
  const id = useId()
  return (
    <svg className="rosette" viewBox="-100 -100 200 200" aria-hidden="true">
      <defs>
        <path id={id} d={rosettePath(of)} pathLength="1" fill="none" stroke="currentColor" strokeWidth="0.5" />
      </defs>
      {Array.from({ length: turns }, (_, turn) => (
        <use key={turn} href={`#${id}`} transform={`rotate(${(turn * 90) / turns})`} />
      ))}
    </svg>
  )
}

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

/** A ring of lines, as many as are counted: the picture of a number. */
export function Rays({ count }: { count: number }) {
  const lines = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI
    // Three waves around the ring, so that it looks engraved and no line is lost.
    const end = 84 + 14 * Math.sin((index % 3) * 2 + angle * 6)
    return `M${at(angle, 46)}L${at(angle, end)}`
  })
  return (
    <svg className="rays" viewBox="-100 -100 200 200" aria-hidden="true">
      <path d={lines.join('')} />
    </svg>
  )
}

const at = (angle: number, radius: number): string =>
  `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`
