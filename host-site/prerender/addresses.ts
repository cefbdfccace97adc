import { routes, type RouteName } from '../paths'

/**
 * Where site and membership script are in development. The server puts its own settings in their place as it serves a
 * file, so they stand in HTML, XML and plain text only and never in a script.
 */
export const SITE_URL = 'http://localhost:4000'
export const API_URL = 'http://localhost:4001'

/** The one address under which a page wants to be known. */
export const addressOf = (name: RouteName): string => SITE_URL + routes[name].path

/** `create-trust-tag` for `/create-trust-tag`: what files of a page are called. */
export const fileNameOf = (name: RouteName): string => routes[name].path.slice(1) || 'home'

/** The picture of a page for those who share a link to it. */
export const shareImagePath = (name: RouteName): string => `/og/${fileNameOf(name)}.png`
