import { credentialContexts } from '../../../contract/credential/contexts'
import type { Services } from '../../ports/services'
import type { JsonObject } from '../../ports/trusttag/issuer'
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
