import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { Right } from '../../contract/admin/rights'
import type { appTexts } from '../texts/english/app'
import type { IconName } from '../ui/icon'

/** Props of every screen. */
export interface ScreenProps {
  /** The path below the screen's own: `mem_1` at `/console/apps/app_demo/members/mem_1`. */
  rest: string
}

interface ScreenModule {
  default: ComponentType<ScreenProps>
}

export interface ScreenRow {
  /** Below `/console/apps/<app>/`: those of the inspector's Edit links. Empty: the first screen. */
  path: string
  /** Key of its name in `texts/english/app.ts`. */
  label: keyof ReturnType<typeof appTexts.get>
  icon: IconName
  /** Without it, the screen shows who can grant it. Null: every role may see it. */
  right: Right | null
  load: () => Promise<ScreenModule>
}

/** All screens of an app, in the order of the navigation. Each is one row and one folder in `screens/`. */
export const screenRows: readonly ScreenRow[] = [
  { path: '', label: 'home', icon: 'home', right: 'analytics.read', load: () => import('../screens/home/home-screen') },
  {
    path: 'members',
    label: 'members',
    icon: 'members',
    right: 'members.read',
    load: () => import('../screens/members/members-screen'),
  },
  {
    path: 'plans',
    label: 'plans',
    icon: 'plans',
    right: 'members.read',
    load: () => import('../screens/plans/plans-screen'),
  },
  {
    path: 'gated-content',
    label: 'content',
    icon: 'content',
    right: 'members.read',
    load: () => import('../screens/content/content-screen'),
  },
  {
    path: 'profile',
    label: 'fields',
    icon: 'fields',
    right: 'members.read',
    load: () => import('../screens/fields/fields-screen'),
  },
  {
    path: 'settings/design',
    label: 'design',
    icon: 'design',
    right: 'design.write',
    load: () => import('../screens/design/design-screen'),
  },
  {
    path: 'settings/texts',
    label: 'texts',
    icon: 'texts',
    right: 'design.write',
    load: () => import('../screens/texts/texts-screen'),
  },
  {
    path: 'install',
    label: 'install',
    icon: 'install',
    right: 'members.read',
    load: () => import('../screens/install/install-screen'),
  },
  {
    path: 'go-live',
    label: 'goLive',
    icon: 'live',
    right: 'members.read',
    load: () => import('../screens/go-live/go-live-screen'),
  },
  {
    path: 'credentials',
    label: 'credentials',
    icon: 'credentials',
    right: 'credentials.write',
    load: () => import('../screens/credentials/credentials-screen'),
  },
  { path: 'team', label: 'team', icon: 'team', right: null, load: () => import('../screens/team/team-screen') },
  {
    path: 'audit-log',
    label: 'auditLog',
    icon: 'audit',
    right: 'audit.read',
    load: () => import('../screens/audit/audit-screen'),
  },
]

/** Rows with their lazily loaded components. */
export const screens = screenRows.map((row) => Object.assign({}, row, { Component: lazy(row.load) }))

export type Screen = (typeof screens)[number]

/**
 * The screen at a path, and what follows it. The longest path wins.
 * @param path below the app, without slashes at its ends
 */
export function screenAt<Row extends { path: string }>(
  path: string,
  rows: readonly Row[],
): { screen: Row; rest: string } | null {
  const fitting = rows.filter((row) => row.path === path || (row.path !== '' && path.startsWith(`${row.path}/`)))
  const [screen] = fitting.toSorted((one, other) => other.path.length - one.path.length)
  return screen ? { screen, rest: path.slice(screen.path.length).replace(/^\//u, '') } : null
}
