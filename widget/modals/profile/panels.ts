import type { ComponentType } from 'react'
import { ChangePassword } from './change-password'
import type { PanelProps, View } from './panel'
import { PlansTab } from './plans/plans-tab'
import { ProfileTab } from './profile-tab'
import { SecurityTab } from './security-tab'
import { TeamTab } from './team/team-tab'

export const panels: Readonly<Record<View, ComponentType<PanelProps>>> = {
  profile: ProfileTab,
  security: SecurityTab,
  changePassword: ChangePassword,
  plans: PlansTab,
  team: TeamTab,
}
