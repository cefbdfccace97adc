import type { ReactNode } from 'react'

export interface SectionProps {
  /** Names the section, for readers that list them; the heading's id. */
  id: string
  heading: string
  eyebrow?: string
  lead?: ReactNode
  /** What it stands on. */
  ground?: 'surface' | 'night'
  children?: ReactNode
}

/** A part of a page, from edge to edge, with its heading. */
export function Section({ id, heading, eyebrow, lead, ground, children }: SectionProps) {
  return (
    <section className={ground ? `section on-${ground}` : 'section'} aria-labelledby={id}>
      <div>
        <div className="section-head">
          {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
          <h2 id={id}>{heading}</h2>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
