import type { Member } from '../../public'
import type { Texts } from '../texts/default-texts'
import type { View } from './panel'
import { tabs } from './tabs'

/** The heading of a view (seed 001 section 2, "Mobile profile layout", for a narrow one). */
export function viewTitle(view: View, { auth }: Member, texts: Texts, narrow: boolean): string {
  const tab = tabs.find(({ name }) => name === view)
  if (tab) return texts[narrow ? tab.narrowTitle : tab.title]
  return auth.hasPassword ? texts.change_password : texts.set_password
}
