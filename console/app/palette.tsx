import { useState } from 'react'
import {
  Autocomplete,
  Dialog as AriaDialog,
  Menu,
  MenuItem,
  MenuSection,
  Header,
  Modal,
  ModalOverlay,
  useFilter,
} from 'react-aria-components'
import { useLocation } from 'wouter'
import { useApp, useConsole, useMayDo, usePerson, useScope } from '../data/console'
import type { Mode } from '../data/client'
import { useRead } from '../data/queries'
import { appPath, appsPath, newAppPath } from '../lib/paths'
import { appTexts } from '../texts/english/app'
import { credentialTexts } from '../texts/english/credentials'
import { designTexts } from '../texts/english/design'
import { goLiveTexts } from '../texts/english/go-live'
import { hostedTexts } from '../texts/english/hosted'
import { installTexts } from '../texts/english/install'
import { membersTexts } from '../texts/english/members'
import { couponTexts, paymentTexts } from '../texts/english/plans'
import { teamTexts } from '../texts/english/team'
import { uiTexts } from '../texts/english/ui'
import { useTexts } from '../texts/texts'
import { IconButton } from '../ui/button'
import { SearchField } from '../ui/fields'
import { Icon } from '../ui/icon'
import type { IconName } from '../ui/icon'
import { useSignOut } from './account-menus'
import { screens } from './screens'

interface PaletteEntry {
  id: string
  label: string
  icon: IconName
  run: () => void
}

interface PaletteProps {
  onClose: () => void
  onMode: (mode: Mode) => void
}

/** Shorter searches find half of the members. */
const SEARCH_MIN_CHARS = 2
const MEMBERS_SHOWN = 6

/** Screens, members and settings by name. */
export function Palette({ onClose, onMode }: PaletteProps) {
  const t = useTexts(appTexts)
  const common = useTexts(uiTexts)
  const { contains } = useFilter({ sensitivity: 'base' })
  const [typed, setTyped] = useState('')
  const groups = [
    { id: 'screens', heading: t.paletteScreens, entries: useScreenEntries() },
    { id: 'members', heading: t.paletteMembers, entries: useMemberEntries(typed.trim()) },
    { id: 'settings', heading: t.paletteSettings, entries: useSettingEntries(onMode) },
  ].filter(({ entries }) => entries.length > 0)
  const choose = (entry: PaletteEntry | undefined): void => {
    if (!entry) return
    onClose()
    entry.run()
  }
  // Members who are found after the last key are shown, but no entry is the current one then.
  const chooseFirst = (): void => {
    if (document.activeElement?.hasAttribute('aria-activedescendant')) return
    const all = groups.flatMap(({ id, entries }) =>
      entries.filter((entry) => contains(matched(id, entry, typed), typed)),
    )
    choose(all[0])
  }
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="modal palette">
        <AriaDialog className="dialog" aria-label={t.palette}>
          <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
            <div className="palette-head">
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person opened it to type */}
              <SearchField label={t.palettePlaceholder} autoFocus onSubmit={chooseFirst} />
              <IconButton icon="close" label={common.close} onPress={onClose} />
            </div>
            <Entries {...{ groups, typed }} onChoose={choose} />
          </Autocomplete>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** What the filter looks at. The server has found the members, so they match whatever was typed. */
const matched = (group: string, { label }: PaletteEntry, typed: string): string =>
  group === 'members' ? `${label} ${typed}` : label

interface EntriesProps {
  groups: readonly { id: string; heading: string; entries: readonly PaletteEntry[] }[]
  typed: string
  onChoose: (entry: PaletteEntry) => void
}

function Entries({ groups, typed, onChoose }: EntriesProps) {
  const t = useTexts(appTexts)
  return (
    <Menu
      className="menu"
      aria-label={t.palette}
      renderEmptyState={() => <p className="menu-heading">{t.paletteNothing}</p>}
    >
      {groups.map(({ id, heading, entries }) => (
        <MenuSection key={id}>
          <Header className="menu-heading">{heading}</Header>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              textValue={matched(id, entry, typed)}
              className="menu-item"
              onAction={() => onChoose(entry)}
            >
              <Icon name={entry.icon} />
              {entry.label}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </Menu>
  )
}

function useScreenEntries(): PaletteEntry[] {
  const t = useTexts(appTexts)
  const { id: appId } = useApp()
  const [, navigate] = useLocation()
  return screens.map(({ path, label, icon }) => ({
    id: `screen ${path}`,
    label: String(t[label]),
    icon,
    run: () => navigate(appPath(appId, path)),
  }))
}

function useMemberEntries(search: string): PaletteEntry[] {
  const { id: appId } = useApp()
  const [, navigate] = useLocation()
  const isAsked = useMayDo('members.read') && search.length >= SEARCH_MIN_CHARS
  const { data } = useRead(
    'listMembers',
    { search, first: String(MEMBERS_SHOWN), count: 'false' },
    { isEnabled: isAsked, keepsPrevious: true },
  )
  if (!isAsked) return []
  return (data?.data ?? []).map(({ id, auth }) => ({
    id: `member ${id}`,
    label: auth.email,
    icon: 'person',
    run: () => navigate(appPath(appId, `members/${id}`)),
  }))
}

/** Settings that are a part of a screen, by the names that they have there. */
function useParts(): readonly (readonly [label: string, screen: string, icon: IconName])[] {
  const [credentials, payments, coupons] = [useTexts(credentialTexts), useTexts(paymentTexts), useTexts(couponTexts)]
  const [design, install, goLive] = [useTexts(designTexts), useTexts(installTexts), useTexts(goLiveTexts)]
  const [members, hosted, team] = [useTexts(membersTexts), useTexts(hostedTexts), useTexts(teamTexts)]
  return [
    [credentials.stripe, 'credentials', 'credentials'],
    [credentials.mailServer, 'credentials', 'credentials'],
    [credentials.testMail, 'credentials', 'credentials'],
    [coupons.title, 'plans', 'plans'],
    [payments.automaticTax, 'plans', 'plans'],
    [payments.taxIdCollection, 'plans', 'plans'],
    [payments.billingAddress, 'plans', 'plans'],
    [payments.promotionCodes, 'plans', 'plans'],
    [hosted.title, 'gated-content', 'content'],
    [design.colors, 'settings/design', 'design'],
    [design.logo, 'settings/design', 'design'],
    [design.corners, 'settings/design', 'design'],
    [design.font, 'settings/design', 'design'],
    [install.checker, 'install', 'install'],
    [goLive.domains, 'go-live', 'live'],
    [team.invite, 'team', 'team'],
    [members.recentJobs, 'members/jobs', 'members'],
  ]
}

function useSettingEntries(onMode: (mode: Mode) => void): PaletteEntry[] {
  const t = useTexts(appTexts)
  const { id: appId } = useApp()
  const [, navigate] = useLocation()
  const parts = useParts()
  const { mode } = useScope()
  const { preferences } = useConsole()
  const signOut = useSignOut()
  const ofServer: readonly (readonly [label: string, path: string, icon: IconName])[] = usePerson().isServerOwner
    ? [
        [t.allApps, appsPath, 'home'],
        [t.newApp, newAppPath, 'plus'],
      ]
    : []
  return [
    mode === 'test'
      ? { id: 'live', label: t.showLive, icon: 'live', run: () => onMode('live') }
      : { id: 'test', label: t.showTest, icon: 'live', run: () => onMode('test') },
    ...parts.map(([label, screen, icon]) => ({
      id: `part ${label}`,
      label,
      icon,
      run: () => navigate(appPath(appId, screen)),
    })),
    ...ofServer.map(([label, path, icon]) => ({ id: path, label, icon, run: () => navigate(path) })),
    { id: 'light', label: `${t.theme}: ${t.themeLight}`, icon: 'design', run: () => preferences.setTheme('light') },
    { id: 'dark', label: `${t.theme}: ${t.themeDark}`, icon: 'design', run: () => preferences.setTheme('dark') },
    { id: 'auto', label: `${t.theme}: ${t.themeAuto}`, icon: 'design', run: () => preferences.setTheme('auto') },
    { id: 'sign-out', label: t.signOut, icon: 'person', run: signOut },
  ]
}
