import { keptDigests } from './kept-digests'
import { checkId, fail, objectsOf } from './check-values'

/**
 * Each related resource must have an address of its own and a digest. A digest is compared where the resource is kept here;
 * nothing is fetched to compare others.
 * @throws {VcProblem}
 */
export function checkRelatedResources(credential: Record<string, unknown>): void {
  const seen = new Set<unknown>()
  for (const resource of objectsOf(credential, 'relatedResource')) {
    checkId(resource, 'relatedResource.id', true)
    if (seen.has(resource.id)) fail('relatedResource must not name an address twice.')
    seen.add(resource.id)
    checkDigests(resource)
  }
}

function checkDigests({ id, digestSRI, digestMultibase }: Record<string, unknown>): void {
  const all = [digestSRI, digestMultibase].filter((digest) => digest !== undefined)
  const given = all.filter((digest) => typeof digest === 'string')
  if (all.length === 0) fail('relatedResource must have a digestSRI or a digestMultibase.')
  if (given.length < all.length) fail('A digest of relatedResource must be a text.')
  const kept = keptDigests.get(String(id))
  if (kept && !given.every((digest) => kept.has(digest)))
    fail('A digest of relatedResource is not that of the resource.')
}
