import { type ReactNode, useId } from 'react'

/** Plans of one kind below their heading; nothing where there are none. */
export function PlanGroup({ title, children }: { title: string; children: ReactNode[] }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <section className="security-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
