import * as v from 'valibot'
import { credentialContexts } from '../../../contract/credential/contexts'
import { tagAchievementPath } from '../../../contract/proof-paths'
import type { Services } from '../../ports/services'
import type { JsonObject } from '../../ports/trusttag/issuer'
import { findShownTag } from '../tags/find-shown-tag'
import type { SignedTagServices } from '../tags/signed-tag'
import { achievementOfBank } from './achievement'
import { achievementJson } from './build-credential'

/** An achievement as its own address answers it; null where no bank has that id, or it is of no skill. */
export function achievementDocument(
  { banks, issuer }: Pick<Services, 'banks' | 'issuer'>,
  bankId: string,
): JsonObject | null {
  const bank = banks.byId(bankId)
  if (!bank || bank.skill === '') return null
  return { '@context': [...credentialContexts], ...achievementJson(achievementOfBank(issuer.origin, bank)) }
}

const issued = v.object({
  credentialSubject: v.object({ achievement: v.looseObject({ id: v.string() }) }),
})

/**
 * The achievement of one TrustTag, as its credential says it; null where it shares that of a bank, and where there is no
 * TrustTag that anybody may see.
 */
export async function tagAchievementDocument(services: SignedTagServices, tagId: string): Promise<object | null> {
  const shown = await findShownTag(services, tagId)
  const row = shown?.state === 'signed' ? shown.credential : null
  if (!row) return null
  const { achievement } = v.parse(issued, JSON.parse(row.credential)).credentialSubject
  if (!achievement.id.endsWith(tagAchievementPath(row.tagId))) return null
  return { '@context': [...credentialContexts], ...achievement }
}
