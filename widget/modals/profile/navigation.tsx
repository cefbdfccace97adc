import type { Texts } from '../texts/default-texts'
import type { View } from './panel'
import { tabs as allTabs, type TabName } from './tabs'

interface NavigationProps {
  tabs: TabName[]
  texts: Texts
  /** What is on show; null where the navigation stands alone. */
  current: View | null
  onChoose: (tab: TabName) => void
  /** Null where the opener asked for one tab only. */
  onLogout: (() => void) | null
}

export function Navigation({ tabs, texts, current, onChoose, onLogout }: NavigationProps) {
  const currentTab = current === 'changePassword' ? 'security' : current
  const entry = (key: string, text: string, onClick: () => void) => (
    <li key={key}>
      <button type="button" part="entry" aria-current={key === currentTab ? 'page' : undefined} onClick={onClick}>
        {text}
      </button>
    </li>
  )
  return (
    <nav aria-label={texts.profile_navigation} part="navigation">
      <ul>
        {allTabs.map(({ name, entry: key }) => tabs.includes(name) && entry(name, texts[key], () => onChoose(name)))}
        {onLogout && entry('logout', texts.logout_button, onLogout)}
      </ul>
    </nav>
  )
}
