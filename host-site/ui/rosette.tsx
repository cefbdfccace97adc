import { rosettePath } from '../lib/rosette-path'

/** How many turned copies of one curve make the rosette. */
const TURNS = 12

/**
 * A guilloche, as on bank notes: fine lines that are easy to draw from a number and hard to draw by hand.
 * @param of what the lines are made from, such as the ID of a TrustTag: the same text gives the same lines
 */
export function Rosette({ of }: { of: string }) {
  const id = `rosette-${of}`
  const path = rosettePath(of)
  return (
    <svg className="rosette" viewBox="-100 -100 200 200" aria-hidden="true">
      <defs>
        <path id={id} d={path} fill="none" stroke="currentColor" strokeWidth="0.5" />
      </defs>
      {Array.from({ length: TURNS }, (_, turn) => (
        <use key={turn} href={`#${id}`} transform={`rotate(${(turn * 360) / TURNS / 4})`} />
      ))}
    </svg>
  )
}
