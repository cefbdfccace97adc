import { type ComponentType, createElement, useEffect, useState } from 'react'
import { Notice } from '../../ui/status'
import type { CompletionProps } from './completion'

interface LateCompletionProps extends CompletionProps {
  part: LatePart
  /** Reloads this result. */
  href: string
}

export function LateCompletion({ part, href, ...props }: LateCompletionProps) {
  if (part === 'loading') return <Notice text="Opening the result…" />
  if (part !== 'failed') return createElement(part, props)
  return (
    <p className="alert" role="alert">
      The result could not be shown. It is saved. <a href={href}>Try again</a>
    </p>
  )
}

type LatePart = ComponentType<CompletionProps> | 'loading' | 'failed'

const load = async (): Promise<ComponentType<CompletionProps>> => (await import('./completion')).Completion

/**
 * The completion view is a lazy chunk with the upload code, which visitors who browse skills do not need.
 * @param wanted true from the first question on, so that it is loaded by the last
 */
export function useCompletion(wanted: boolean): LatePart {
  // Wrapped in an object, because React would call a component passed to a state setter.
  const [found, setFound] = useState<{ part: LatePart }>({ part: 'loading' })
  useEffect(() => {
    if (!wanted) return
    load().then(
      (part) => setFound({ part }),
      () => setFound({ part: 'failed' }),
    )
  }, [wanted])
  return found.part
}
