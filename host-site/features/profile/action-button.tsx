import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon'
import type { PanelProps } from './panel'
import type { Act } from './profile-actions'
import { useAct } from './use-act'

export interface ActionButtonProps extends Pick<PanelProps, 'say'> {
  label: ReactNode
  /** Label until the action has ended. */
  busyLabel?: string
  icon?: IconName
  className?: string
  act: Act
}

/** While it works it is only marked as disabled: a button that is really disabled would lose the focus. */
export function ActionButton({ label, busyLabel, icon, className = 'button quiet', act, say }: ActionButtonProps) {
  const { busy, run } = useAct(act, say)
  return (
    <button type="button" className={className} aria-disabled={busy || undefined} onClick={run}>
      {icon && <Icon name={icon} size={18} />}
      {busy && busyLabel !== undefined ? busyLabel : label}
    </button>
  )
}
