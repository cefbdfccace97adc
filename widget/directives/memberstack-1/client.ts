import { errorText } from '../../lib/errors'
import { followRedirect } from '../../redirects'
import { waitUntilReady } from '../../stores/app'
import { $member } from '../../stores/identity'
import type { CustomFieldValue, Member, MembershipClient, PlanConnection } from '../../public'
import type { DirectiveContext } from '../directive'

/** `window.MemberStack`, as scripts for Memberstack 1.0 use it (docs/memberstack-1.md). */
export interface Memberstack1 {
  /** Resolves with the visitor or member of now, not of the page's load. */
  readonly onReady: Promise<Memberstack1Member>
  /** Reads markup that the page added. */
  reload(): Promise<Memberstack1Member>
  logout(): Promise<void>
  /** The session token; undefined for visitors. */
  getToken(): string | undefined
}

interface Methods {
  /** The member's JSON. */
  getMetaData(this: void): Promise<Record<string, unknown>>
  /** Changes the given keys of the member's JSON. */
  updateMetaData(this: void, changes: Record<string, unknown>): Promise<Record<string, unknown>>
  /** @param notify shows the result as a message */
  updateProfile(this: void, changes: Record<string, CustomFieldValue>, notify?: boolean): Promise<void>
}

/** Custom fields are properties of it: `member['first-name']`. */
export type Memberstack1Member = Methods & {
  loggedIn: boolean
  id?: string
  email?: string
  /** The page that a login leads to. */
  memberPage?: string | null
  membership?: Membership | null
  memberships?: Membership[]
  [field: string]: unknown
}

/** A plan of a member. Times are in seconds. */
interface Membership {
  id: string
  name: string
  status: string
  amount: number
  current_period_end: number | null
  cancel_at_period_end: boolean
}

/** The page that the layer runs on. */
export interface Memberstack1Page extends DirectiveContext {
  /** Mounts the directives of attributes that were just written. */
  flush(this: void): void
  /** The install tag is of Memberstack 1.0. */
  isOldTag: boolean
}

/** @param readPage reads markup that the page added */
export function createMemberstack1({ client, window }: Memberstack1Page, readPage: () => void): Memberstack1 {
  const methods = methodsOf(client)
  const currentMember = async (): Promise<Memberstack1Member> => {
    await waitUntilReady()
    const member = $member.get()
    return member ? { ...propertiesOf(member), ...methods, loggedIn: true } : { ...methods, loggedIn: false }
  }
  return {
    get onReady() {
      return currentMember()
    },
    reload() {
      readPage()
      return currentMember()
    },
    async logout() {
      const { data } = await client.logout()
      followRedirect(window, data.redirect)
    },
    getToken: () => client.getMemberCookie(),
  }
}

/** They reject for visitors, as the calls of the client do. */
function methodsOf(client: MembershipClient): Methods {
  const getMetaData = async (): Promise<Record<string, unknown>> => (await client.getMemberJSON()).data
  return {
    getMetaData,
    async updateMetaData(changes) {
      const { data } = await client.updateMemberJSON({ json: { ...(await getMetaData()), ...changes } })
      return data
    },
    async updateProfile({ email, ...customFields }, notify = false) {
      try {
        const emailAnswer = typeof email === 'string' ? await client.updateMemberAuth({ email }) : undefined
        const { message = emailAnswer?.message } = await client.updateMember({ customFields })
        if (notify && message) client._showMessage(message)
      } catch (error) {
        if (notify) client._showMessage(errorText(error), true)
        throw error
      }
    },
  }
}

export function propertiesOf({ id, auth, customFields, loginRedirect, planConnections }: Member) {
  const memberships = planConnections.filter(({ active }) => active).map(membershipOf)
  return {
    ...customFields,
    id,
    email: auth.email,
    memberPage: loginRedirect,
    membership: memberships[0] ?? null,
    memberships,
  }
}

const statuses: Record<PlanConnection['status'], string> = {
  ACTIVE: 'active',
  TRIALING: 'trialing',
  REQUIRES_PAYMENT: 'past_due',
  REQUIRES_AUTHENTICATION: 'sca',
  CANCELED: 'canceled',
}

function membershipOf({ planId, planName, status, payment }: PlanConnection): Membership {
  const end = payment?.cancelAtDate ?? payment?.nextBillingDate ?? null
  return {
    id: planId,
    name: planName,
    status: statuses[status],
    amount: payment?.amount ?? 0,
    current_period_end: end === null ? null : Math.floor(end / 1000),
    cancel_at_period_end: typeof payment?.cancelAtDate === 'number',
  }
}
