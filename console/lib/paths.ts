/** Where the console is served. */
export const BASE = '/console'

/** A screen of an app. Paths are those of the inspector's Edit links. @param screen `members`, `settings/design` … */
export const appPath = (appId: string, screen = ''): string =>
  `${BASE}/apps/${encodeURIComponent(appId)}${screen && `/${screen}`}`

export const appsPath = `${BASE}/apps`
export const newAppPath = `${BASE}/new`
export const loginPath = `${BASE}/login`
export const setupPath = `${BASE}/setup`
export const invitationPath = `${BASE}/invitation`

/** The login page, which leads back. @param from path to return to */
export const loginPathFrom = (from: string): string =>
  isOwnPath(from) && from !== BASE ? `${loginPath}?to=${encodeURIComponent(from)}` : loginPath

/** The same page, which then shows passkeys and two-step verification: only a new login may change them. */
export const securityPathFrom = (from: string): string => `${loginPath}?security&to=${encodeURIComponent(from)}`

export const isSecurityPath = (search: string): boolean => new URLSearchParams(search).has('security')

/** Where to go after the login. Foreign addresses are ignored. @param search of the login page */
export function returnPathOf(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? ''
  return isOwnPath(to) && !to.startsWith(loginPath) ? to : BASE
}

/** Browsers read a backslash as a slash: `/\host` leaves the origin. */
const isOwnPath = (path: string): boolean => /^\/console(?:[/?#][^\\]*)?$/u.test(path)
