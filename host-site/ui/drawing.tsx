import chain from './drawings/chain.svg?no-inline'
import home from './drawings/home.svg?no-inline'
import lost from './drawings/lost.svg?no-inline'
import pick from './drawings/pick.svg?no-inline'
import seal from './drawings/seal.svg?no-inline'
import strike from './drawings/strike.svg?no-inline'
import { useId } from 'react'
import { rosettePath } from '../../contract/rosette-path'

/** Colored by styles/drawing.css. Name → view box and file; what only the home page shows comes in one. */
export const drawings = {
  pick: { file: pick, width: 240, height: 160 },
  answer: { file: home, width: 240, height: 160 },
  show: { file: home, width: 240, height: 160 },
  share: { file: home, width: 240, height: 160 },
  loupe: { file: home, width: 400, height: 320 },
  strike: { file: strike, width: 400, height: 190 },
  fan: { file: home, width: 400, height: 220 },
  lost: { file: lost, width: 360, height: 290 },
  chain: { file: chain, width: 580, height: 142 },
  seal: { file: seal, width: 120, height: 120 },
} as const satisfies Record<string, { file: string; width: number; height: number }>

export type DrawingName = keyof typeof drawings

/** Decorative, so hidden from screen readers. The paths stay in a file, out of the script. */
export function Drawing({ name }: { name: DrawingName }) {
  const { file, width, height } = drawings[name]
  return (
    <svg className={`drawing drawing-${name}`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <use href={`${file}#${name}`} />
    </svg>
  )
}

/** The product's logo, decorative beside the name. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M4 2h16l9 9v17a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" fill="var(--accent)" />
      <circle cx="8.5" cy="8.5" r="2.6" fill="none" stroke="var(--brass-bright)" strokeWidth="1.8" />
      <path
        d="M9 19.5l5 5 9.5-10.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

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
