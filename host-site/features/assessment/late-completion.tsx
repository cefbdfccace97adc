import { type ComponentType, createElement, useEffect, useState } from 'react'
import { Notice } from '../../ui/status'
import type { CompletionProps } from './completion'

interface LateCompletionProps extends CompletionProps {
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

type LatePart = ComponentType<CompletionProps> | 'loading' | 'failed'

const load = async (): Promise<ComponentType<CompletionProps>> => (await import('./completion')).Completion

/**
 * The end of an assessment, with everything that uploads files: in a file of its own, because nobody needs it who only looks
 * for a skill.
 * @param wanted from the first question on, so that it is there with the last one
 */
export function useCompletion(wanted: boolean): LatePart {
  // In an object, because React would call a component that stands alone in a state.
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
