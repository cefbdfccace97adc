import { routes } from '../../paths'

/** Where a TrustTag is checked, as a path of the site: the address whose shared link says what it is about. */
export const verifyPath = (id: string): string => `${routes.verify.path}/${encodeURIComponent(id)}`
