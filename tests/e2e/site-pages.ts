import { documentTitle, routeNames, routes, type RouteName } from '../../host-site/paths'

export interface SitePage {
  name: RouteName
  path: string
  /** HTTP status. */
  status: number
  title: string
  heading: string
}

/** All pages of the site, from the table of routes. */
export const sitePages: readonly SitePage[] = routeNames.map((name) => ({
  name,
  path: name === 'notFound' ? '/no-such-page' : routes[name].path,
  status: name === 'notFound' ? 404 : 200,
  title: documentTitle(name),
  heading: routes[name].heading,
}))

/** Console message of the not-found page. */
export const missingPage = /status of 404/
