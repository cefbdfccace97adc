import { routes } from '../../paths'

/** Where a TrustTag is checked, as a path of the site. */
export const verifyPath = (id: string): string => `${routes.verify.path}?id=${encodeURIComponent(id)}`
