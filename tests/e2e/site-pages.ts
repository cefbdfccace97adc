import { documentTitle, routeNames, routes, type RouteName } from '../../host-site/paths'

export interface SitePage {
  name: RouteName
  path: string
  /** HTTP status. */
  status: number
  title: string
  heading: string
}

/** Every page of the TrustTag site, from its table of routes. */
export const sitePages: readonly SitePage[] = routeNames.map((name) => ({
  name,
  path: name === 'notFound' ? '/no-such-page' : routes[name].path,
  status: name === 'notFound' ? 404 : 200,
  title: documentTitle(name),
  heading: routes[name].heading,
}))

/** What the browser logs of the page that says that there is none. */
export const missingPage = /status of 404/
