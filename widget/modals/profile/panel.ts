import type { Member } from '../../public'
import type { ScreenProps } from '../screen'
import type { TabName } from './tabs'
import type { Action } from './use-action'

/** What the right side shows. */
export type View = TabName | 'changePassword'

/** What every panel of the profile is given. */
export interface PanelProps extends Pick<ScreenProps<'PROFILE'>, 'client' | 'app' | 'texts' | 'notify'> {
  member: Member
  action: Action
  /** Id of the panel's heading. */
  titleId: string
  /** Moves the focus to the panel's heading. */
  focusTitle: () => void
  /** The window has room for one column only. */
  narrow: boolean
  show: (view: View) => void
}
