import { useRef } from 'react'
import { TEAM_REMOVE_CONFIRMATION_MS } from '../../../contract/limits'
import { PassingButton } from '../ui/passing-button'
import { useFlash } from '../ui/use-flash'
import type { PanelProps } from './panel'
import type { Action } from './use-action'

export interface RemovalProps extends Pick<PanelProps, 'texts' | 'action' | 'focusTitle'> {
  children: string
  /** Whom or what it takes away. */
  about: string
  work: Parameters<Action['run']>[0]
}

/** Takes a row off a list: the first click asks, a second one does it. Whoever hesitates is asked anew. */
export function Removal({ texts, action, focusTitle, children, about, work }: RemovalProps) {
  const { on: asking, flash: ask } = useFlash(TEAM_REMOVE_CONFIRMATION_MS)
  const box = useRef<HTMLDivElement>(null)
  const remove = (): void => {
    const row = box.current?.closest('li')
    // The row takes the focus away with it, to wherever is nearest.
    const near = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
    void action.run(async () => {
      const answer = await work()
      if (near) near.focus()
      else focusTitle()
      return answer
    })
  }
  return (
    <div ref={box} className={asking ? 'danger' : undefined}>
      <PassingButton now={asking && texts.are_you_sure} about={about} onClick={asking ? remove : ask}>
        {children}
      </PassingButton>
    </div>
  )
}
