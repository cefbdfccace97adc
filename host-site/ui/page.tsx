import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing'
import { Icon, type IconName } from './icon'

interface PageProps {
  heading: string
  summary: string
  eyebrow?: string
  /** Beside the heading. */
  drawing?: DrawingName
  /** What can be done at once, under the sentence. */
  action?: ReactNode
  children?: ReactNode
}

/** A page's frame. Its heading can take the focus, which is where a page change puts it. */
export function Page({ heading, summary, eyebrow, drawing, action, children }: PageProps) {
  return (
    <article className="page">
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

interface FeatureProps {
  icon: IconName
  title: string
  text: string
  /** Of the heading, by where it stands on the page. */
  level?: 'h2' | 'h3'
}

/** What an item of a list says: a drawing, a heading, a sentence. */
export function Feature({ icon, title, text, level: Heading = 'h3' }: FeatureProps) {
  return (
    <>
      <Icon name={icon} size={28} />
      <Heading>{title}</Heading>
      <p className="soft">{text}</p>
    </>
  )
}
