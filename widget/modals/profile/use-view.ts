import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { View } from './panel'
import type { TabName } from './tabs'

export interface ViewState {
  /** What is on show; null for the navigation alone, which only a narrow window has. */
  view: View | null
  choose: (view: View | null) => void
  /** Goes on the heading of what is on show: the focus moves there with every change. */
  heading: RefObject<HTMLHeadingElement | null>
  focusTitle: () => void
}

/** @param first what to show at once, null for what the window suggests */
export function useView(first: View | null, tabs: readonly TabName[], narrow: boolean): ViewState {
  const [chosen, choose] = useState<View | null>(first)
  const start = tabs[0] ?? 'security'
  // Stays when the window becomes narrow: something may have been typed into it.
  if (!narrow && chosen === null) choose(start)
  const view = chosen ?? (narrow ? null : start)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusTitle = (): void => heading.current?.focus()
  const arrive = useEffectEvent(focusTitle)
  useEffect(() => {
    // The other one is a form, which takes the focus to its first field.
    if (view !== 'changePassword') arrive()
  }, [view])
  return { view, choose, heading, focusTitle }
}
