import type { ReactNode } from 'react'

export interface SectionProps {
  /** Names the section, for readers that list them; the heading's id. */
  id: string
  heading: string
  eyebrow?: string
  lead?: ReactNode
  /** What can be done at once, under the lead. */
  action?: ReactNode
  /** Stands beside the heading where there is room. */
  aside?: ReactNode
  /** What it stands on. */
  ground?: 'surface' | 'night'
  children?: ReactNode
}

/** A part of a page, from edge to edge, with its heading. */
export function Section({ id, heading, eyebrow, lead, action, aside, ground, children }: SectionProps) {
  const head = (
    <div className="section-head">
      {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
      <h2 id={id}>{heading}</h2>
      {lead !== undefined && <p className="lead">{lead}</p>}
      {action}
    </div>
  )
  return (
    <section className={ground ? `section on-${ground}` : 'section'} aria-labelledby={id}>
      <div>
        {aside === undefined ? (
          head
        ) : (
          <div className="split">
            {head}
            {aside}
          </div>
        )}
        {children}
      </div>
    </section>
  )
}
