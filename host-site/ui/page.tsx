import type { ReactNode } from 'react'

export interface PageProps {
  heading: string
  summary: string
  children?: ReactNode
}

/** A page's frame. Its heading can take the focus, which is where a page change puts it. */
export function Page({ heading, summary, children }: PageProps) {
  return (
    <article className="page">
      <h1 tabIndex={-1}>{heading}</h1>
      <p className="lead">{summary}</p>
      {children}
    </article>
  )
}
