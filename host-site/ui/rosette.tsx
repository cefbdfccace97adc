import { useId } from 'react'
import { rosettePath } from '../../contract/rosette-path'

export interface RosetteProps {
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
