import { createElement } from 'react'
import { Notice } from '../../ui/notice'
import type { CompletionProps } from './completion'
import type { LatePart } from './use-completion'

export interface LateCompletionProps extends CompletionProps {
  part: LatePart
  /** Leads to this result once more. */
  href: string
}

/** The end of an assessment, or that it is on its way. */
export function LateCompletion({ part, href, ...props }: LateCompletionProps) {
  if (part === 'loading') return <Notice text="Opening the result…" />
  if (part !== 'failed') return createElement(part, props)
  return (
    <p className="alert" role="alert">
      The result could not be shown. It is saved. <a href={href}>Try again</a>
    </p>
  )
}
