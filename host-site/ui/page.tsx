import type { ReactNode } from 'react'

export interface PageProps {
  heading: string
  summary: string
  eyebrow?: string
  children?: ReactNode
}

/** A page's frame. Its heading can take the focus, which is where a page change puts it. */
export function Page({ heading, summary, eyebrow, children }: PageProps) {
  return (
    <article className="page">
      <header className="page-head">
        {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
        <h1 tabIndex={-1}>{heading}</h1>
        <p className="lead">{summary}</p>
      </header>
      {children}
    </article>
  )
}
