import type { SettingName } from './profile-view'

export const settingTexts = [
  { name: 'publicProfile', title: 'Public Profile', text: 'Anyone who has its address can read your profile.' },
  {
    name: 'emailNotifications',
    title: 'Email Notifications',
    text: 'You get an email when something happens to your TrustTags.',
  },
  { name: 'shareAnalytics', title: 'Share Analytics', text: 'How often your profile is read is counted.' },
] as const satisfies readonly { name: SettingName; title: string; text: string }[]
