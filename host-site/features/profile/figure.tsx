import type { ReactNode } from 'react'

/** A number and its name, in a `dl`. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** @param percent null where there is none */
export function Score({ percent }: { percent: number | null }) {
  if (percent !== null) return `${percent}%`
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none yet</span>
    </>
  )
}
