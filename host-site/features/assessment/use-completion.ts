import { useEffect, useState, type ComponentType } from 'react'
import type { CompletionProps } from './completion'

export type LatePart = ComponentType<CompletionProps> | 'loading' | 'failed'

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
