import type { ReactNode } from 'react'
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Tab,
  TabList,
  TabPanel,
  Tabs as AriaTabs,
  Text,
} from 'react-aria-components'
import { Icon } from './icon'
import type { IconName } from './icon'

export interface MenuEntry {
  id: string
  label: string
  hint?: string
  icon?: IconName
  href?: string
  isDanger?: boolean
  isDisabled?: boolean
  /** Marked with a check. */
  isCurrent?: boolean
  onAction?: () => void
}

export interface MenuGroup {
  id: string
  heading?: string
  entries: readonly MenuEntry[]
}

/** A button and the menu that it opens. @param children the button */
export function Menu({
  children,
  label,
  groups,
}: {
  children: ReactNode
  label: string
  groups: readonly MenuGroup[]
}) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom start">
        <AriaMenu className="menu" aria-label={label}>
          {groups.map(({ id, heading, entries }) => (
            <MenuSection key={id} {...(!heading && { 'aria-label': label })}>
              {heading && <Header className="menu-heading">{heading}</Header>}
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </MenuSection>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function Entry({
  entry: { id, label, hint, icon, href, isDanger, isDisabled, isCurrent, onAction },
}: {
  entry: MenuEntry
}) {
  return (
    <AriaMenuItem
      id={id}
      textValue={label}
      className="menu-item"
      isDisabled={isDisabled ?? false}
      {...(href && { href })}
      {...(onAction && { onAction })}
      {...(isDanger && { 'data-danger': true })}
    >
      {icon && <Icon name={icon} />}
      <span className="menu-item-text">
        <Text slot="label">{label}</Text>
        {hint && <Text slot="description">{hint}</Text>}
      </span>
      {isCurrent && <Icon name="check" />}
    </AriaMenuItem>
  )
}

export interface TabEntry {
  id: string
  label: string
  content: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly TabEntry[]
  value?: string
  onChange?: (id: string) => void
}

/** Arrow keys change the tab; only the chosen one is rendered. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <AriaTabs
      className="tabs"
      // Without it, the panel comes after the first frame and moves what is below.
      {...(tabs[0] && { defaultSelectedKey: tabs[0].id })}
      {...(value !== undefined && { selectedKey: value })}
      {...(onChange && { onSelectionChange: (key) => onChange(String(key)) })}
    >
      <TabList className="tab-list" aria-label={label}>
        {tabs.map(({ id, label: text }) => (
          <Tab key={id} id={id} className="tab">
            {text}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
