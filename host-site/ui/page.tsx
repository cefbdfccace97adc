import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing'

export interface PageProps {
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
