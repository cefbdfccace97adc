import type { Member, SecureContent } from '../../../contract/entities'
import { isRecord } from '../../lib/values'
import { reportProblem } from '../../lib/errors'
import type { MembershipClient } from '../../public'

/** What the server answers whoever may not see a content. */
const DENIED = ['access-denied', 'login-required', 'client/invalid-token']

export interface ContentSource {
  /**
   * The content of an id for a member, asked for once while what the member may see stays the same.
   * @returns null, or a promise of it, when there is nothing to show; a promise of the same request is the same
   */
  load(id: string, member: Member | null | undefined, client: MembershipClient): Promise<SecureContent | null> | null
  /** Says once, in the console, that an id is used for what it is not. */
  warn(id: string, message: string): void
}

/** Hosted content of one page. */
export function createContentSource(): ContentSource {
  const warned = new Set<string>()
  const loaded = new Map<string, Promise<SecureContent | null>>()
  let access: string | undefined
  const warn = (id: string, message: string): void => {
    if (!warned.has(id)) reportProblem('warn', `Hosted content "${id}" ${message}`)
    warned.add(id)
  }
  const ask = async (id: string, client: MembershipClient): Promise<SecureContent | null> => {
    const asked = access
    try {
      return (await client.getSecureContent({ contentId: id })).data
    } catch (error) {
      const code = isRecord(error) ? error['code'] : undefined
      if (DENIED.some((one) => one === code)) return null
      warn(id, code === 'content-not-found' ? 'does not exist.' : `could not be loaded: ${String(code ?? error)}`)
      // A failure says nothing of the next try.
      if (asked === access) loaded.delete(id)
      return null
    }
  }
  return {
    warn,
    load(id, member, client) {
      const now = accessOf(member)
      if (now !== access) loaded.clear()
      access = now
      if (!member) return null
      const answer = loaded.get(id) ?? ask(id, client)
      loaded.set(id, answer)
      return answer
    },
  }
}

/** Who it is, and the plans that decide what they may see. */
const accessOf = (member: Member | null | undefined): string =>
  member
    ? JSON.stringify([
        member.id,
        [...member.planConnections, ...member.teams.joinedTeams].map(({ planId, active }) => active && planId),
      ])
    : ''
