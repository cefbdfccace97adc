import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing'
import { Icon, type IconName } from './icon'

interface PageProps {
  heading: string
  summary: string
  eyebrow?: string
  drawing?: DrawingName
  /** Shown under the summary. */
  action?: ReactNode
  /** Its content comes later: the footer stays below the first screen, so that nothing visible moves. */
  isLate?: boolean
  children?: ReactNode
}

/** The heading is focusable: page changes move the focus there. */
export function Page({ heading, summary, eyebrow, drawing, action, isLate = false, children }: PageProps) {
  return (
    <article className={isLate ? 'page late' : 'page'}>
      <header className={drawing === undefined ? 'page-head' : 'page-head drawn'}>
        <div>
          {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
          <h1 tabIndex={-1}>{heading}</h1>
          <p className="lead">{summary}</p>
          {action}
        </div>
        {drawing !== undefined && <Drawing name={drawing} />}
      </header>
      {children}
    </article>
  )
}

interface SectionProps {
  /** ID of the heading, which names the section for screen readers. */
  id: string
  heading: string
  eyebrow?: string
  lead?: ReactNode
  /** Shown under the lead. */
  action?: ReactNode
  /** Beside the heading on wide screens. */
  aside?: ReactNode
  /** Background. */
  ground?: 'surface' | 'night'
  children?: ReactNode
}

/** A full-width part of a page. */
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

interface FeatureProps {
  icon: IconName
  title: string
  text: string
  /** Heading level. */
  level?: 'h2' | 'h3'
}

export function Feature({ icon, title, text, level: Heading = 'h3' }: FeatureProps) {
  return (
    <>
      <Icon name={icon} size={28} />
      <Heading>{title}</Heading>
      <p className="soft">{text}</p>
    </>
  )
}
