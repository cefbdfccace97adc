import { didOf } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { sampleTags } from '../tags/sample-tags'
import type { TagFacts } from '../tags/tag-facts'
import { issuerOf } from './issuer-of'
import { proveTag } from './prove-tag'
import type { ProofServices } from './prove-tag'

/**
 * Gives every sample a credential of the issuer for Test Mode, once. One that names another issuer is put in the place of the
 * old one: the address of a development machine changes.
 * @returns how many were issued now
 */
export async function enterSamples(services: ProofServices & Pick<Services, 'store' | 'logGrew'>): Promise<number> {
  const { store, issuer } = services
  let entered = 0
  for (const sample of sampleTags) {
    if (await isRight(store, issuer.origin, sample)) continue
    const isNew = await store.transaction(async (repositories) => {
      // Of two processes, the second waits here, and sees what the first has done.
      await repositories.log.lock('test')
      if (await isRight(repositories, issuer.origin, sample)) return false
      await repositories.credentials.delete(sample.id)
      await proveTag(repositories, services, { tag: sample, memberId: null, bankId: null, evidence: () => [] })
      return true
    })
    if (isNew) entered += 1
  }
  if (entered > 0) services.logGrew()
  return entered
}

async function isRight({ credentials }: Pick<Repositories, 'credentials'>, origin: string, { id }: TagFacts) {
  const row = await credentials.find(id)
  return row !== null && issuerOf(row) === didOf(origin, 'test')
}
