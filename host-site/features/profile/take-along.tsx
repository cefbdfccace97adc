import { useState, type ComponentType } from 'react'
import type { HeldProfileTag } from './badge-snippet'
import type { PanelProps } from './panel'
import { NOTHING_TO_SAY, type Act, type Elsewhere, type ProfileActions } from './profile-actions'
import { useAct } from './use-act'

export interface TakeAlongProps extends Pick<PanelProps, 'say'> {
  tag: HeldProfileTag
  downloadFile: NonNullable<ProfileActions['downloadFile']>
  elsewhere: Elsewhere
}

/** What can be taken along of a TrustTag. It is loaded when it is first opened: most who read a profile never do. */
export function TakeAlong(props: TakeAlongProps) {
  const [Parts, setParts] = useState<ComponentType<TakeAlongProps> | null>(null)
  const load: Act = async () => {
    const { TakeAlongParts } = await import('./take-along-parts')
    setParts(() => TakeAlongParts)
    return NOTHING_TO_SAY
  }
  const { run } = useAct(load, props.say)
  return (
    <details className="take-along" onToggle={() => Parts ?? run()}>
      <summary>
        Take it along<span className="visually-hidden"> {props.tag.skill}</span>
      </summary>
      {Parts && <Parts {...props} />}
    </details>
  )
}
