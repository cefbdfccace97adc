import type { ReactNode } from 'react'
import { Heading } from './heading'

interface SuccessProps {
  titleId: string
  title: string
  message: string
  /** What belongs to the message, or leads on from here. */
  children?: ReactNode
}

/** Stands where a form stood, so that nobody sends it twice while the page decides what comes next. */
export function Success({ titleId, title, message, children }: SuccessProps) {
  return (
    <div className="welcome" part="success">
      <svg className="tick" viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="18" />
        <path d="m12.5 20.5 5 5 10-11" />
      </svg>
      <Heading id={titleId} focused>
        {title}
      </Heading>
      <output>{message}</output>
      {children}
    </div>
  )
}
