import type { PanelProps } from './panel'
import type { Act } from './profile-actions'
import { useAct } from './use-act'

export interface SwitchProps extends Pick<PanelProps, 'say'> {
  /** Id of the element that names it, and of the one that explains it. */
  labelledBy: string
  describedBy: string
  on: boolean
  act: Act
}

/** A button that says how it stands, and turns it round. */
export function Switch({ labelledBy, describedBy, on, act, say }: SwitchProps) {
  const { busy, run } = useAct(act, say)
  const id = `${labelledBy}-state`
  return (
    <button
      type="button"
      role="switch"
      id={id}
      className="button quiet switch"
      aria-checked={on}
      aria-labelledby={`${labelledBy} ${id}`}
      aria-describedby={describedBy}
      aria-disabled={busy || undefined}
      onClick={run}
    >
      {on ? 'Enabled' : 'Disabled'}
    </button>
  )
}
