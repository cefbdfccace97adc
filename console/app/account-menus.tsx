import { useStore } from '@nanostores/react'
import { useLocation } from 'wouter'
import { useApp, useApps, useConsole, usePerson } from '../data/console'
import { $theme } from '../data/preferences'
import type { Theme } from '../data/preferences'
import { useRoleNames } from '../features/access'
import { appPath, appsPath, loginPath, newAppPath, securityPathFrom } from '../lib/paths'
import { appTexts } from '../texts/english/app'
import { useTexts } from '../texts/texts'
import { Button } from '../ui/button'
import { Menu } from '../ui/menu'
import { showToast } from '../ui/toast'
import { toFailure } from '../lib/failure'

/** The app's name; a menu of all apps of the person. */
export function AppSwitcher() {
  const t = useTexts(appTexts)
  const app = useApp()
  const apps = useApps()
  const roles = useRoleNames()
  const { isServerOwner } = usePerson()
  const entries = apps.map(({ id, name, role }) => ({
    id,
    label: name,
    hint: roles[role],
    href: appPath(id),
    isCurrent: id === app.id,
  }))
  const groups = [
    { id: 'apps', heading: t.apps, entries },
    ...(isServerOwner
      ? [
          {
            id: 'server',
            entries: [
              { id: 'all-apps', label: t.allApps, href: appsPath },
              { id: 'new-app', label: t.newApp, icon: 'plus' as const, href: newAppPath },
            ],
          },
        ]
      : []),
  ]
  return (
    <Menu label={t.apps} groups={groups}>
      <Button kind="quiet" aria-label={t.switchApp({ name: app.name })}>
        <span className="app-initial" aria-hidden="true">
          {app.name.slice(0, 1).toUpperCase()}
        </span>
        <span className="app-name">{app.name}</span>
      </Button>
    </Menu>
  )
}

/** Signs out and loads the login page, so that nothing of before stays in memory. */
export function useSignOut(): () => void {
  const { session, openPage } = useConsole()
  return () => {
    session.logOut().then(
      () => openPage(loginPath),
      (error: unknown) => showToast(toFailure(error).message),
    )
  }
}

export function AccountMenu() {
  const t = useTexts(appTexts)
  const { name, email, isDemo } = usePerson()
  const [here] = useLocation()
  const { preferences } = useConsole()
  const theme = useStore($theme)
  const signOut = useSignOut()
  const themes: readonly [Theme, string][] = [
    ['auto', t.themeAuto],
    ['light', t.themeLight],
    ['dark', t.themeDark],
  ]
  const looks = themes.map(([id, label]) => ({
    id,
    label,
    isCurrent: theme === id,
    onAction: () => preferences.setTheme(id),
  }))
  return (
    <Menu
      label={t.account({ name })}
      groups={[
        { id: 'theme', heading: t.theme, entries: looks },
        {
          id: 'session',
          heading: email,
          entries: [
            // The demo owner has no password to protect.
            ...(isDemo ? [] : [{ id: 'security', label: t.security, href: securityPathFrom(here) }]),
            { id: 'sign-out', label: t.signOut, onAction: signOut },
          ],
        },
      ]}
    >
      <Button kind="quiet" icon="person" aria-label={t.account({ name })}>
        <span className="app-name">{name}</span>
      </Button>
    </Menu>
  )
}
