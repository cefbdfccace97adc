import { useId } from 'react'
import { rosettePath } from '../../contract/rosette-path'

interface RosetteProps {
  /** Seed of the lines, such as a TrustTag ID: the same text gives the same lines. */
  of: string
  /** Number of rotated copies of one curve. */
  turns?: number
}

/** A guilloche, as on bank notes. */
export function Rosette({ of, turns = 12 }: RosetteProps) {
  // Not derived from the seed: two rosettes of one seed may be on a page.
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

/** A wave border, as along the edge of a bank note. */
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

/** One line for each unit of the count. */
export function Rays({ count }: { count: number }) {
  const lines = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI
    // Three waves, so that it looks engraved and no line is lost.
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
