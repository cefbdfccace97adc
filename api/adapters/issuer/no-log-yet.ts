import type { TagIssuer } from '../../ports/trusttag/tag-store'

/** There is no public log yet, so nothing can be proved by one: every TrustTag says so by having no proof. */
export const noLogYet: TagIssuer = {
  prove: () => Promise.resolve(null),
}
