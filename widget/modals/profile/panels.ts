import type { ComponentType } from 'react'
import { ChangePassword } from './change-password'
import type { PanelProps, View } from './panel'
import { ProfileTab } from './profile-tab'
import { SecurityTab } from './security-tab'

export const panels: Readonly<Record<View, ComponentType<PanelProps>>> = {
  profile: ProfileTab,
  security: SecurityTab,
  changePassword: ChangePassword,
}
