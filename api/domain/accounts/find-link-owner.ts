import type { Services } from '../../ports/services'
import type { CodePurpose, CodeRow, MemberRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'

export interface LinkOwner {
  code: CodeRow
  member: MemberRow
  app: AppDefinition
}

/** Whom a mailed link speaks for; null when the link is unknown, used, replaced or too old. */
export async function findLinkOwner(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  purpose: CodePurpose,
  token: string,
): Promise<LinkOwner | null> {
  const code = await store.codes.findByLink(secrets.digest(token), purpose, clock.now())
  const member = code && (await store.members.findById(code.memberId))
  const app = code && (await store.apps.findById(code.appId))
  return code && member && app ? { code, member, app } : null
}
