import type { Outcome, ProfileActions } from './profile-actions'
import type { ProfileView } from './profile-view'

/** What the parts of a profile get. */
export interface PanelProps {
  view: ProfileView
  actions: ProfileActions
  /** Says on the page what came of an action. */
  say: (outcome: Outcome) => void
}
