import { isIPv6 } from 'node:net'
import type { Tx } from '../../database/db'
import { mailboxOf } from '../../lib/text'
import type { Services } from '../../http/services'
import type { RequestContext } from '../members/context'
import type { MemberRow } from '../members/repository'
import { type AttemptFlag, type AttemptRow, listRivals, type Rival } from './repository'
import { QUESTION_REST_MS, retakeAt } from './rules'

/** Digits of a phone number that are compared: without the country. */
const PHONE_DIGITS = 9
const PHONE_FIELD = 'phone'
const RIVALS_MAX = 500

/** Keyed, so that the stored value reveals no IP address. IPv6 callers are one network per /64. */
export const networkDigest = (
  { secrets }: Pick<Services, 'secrets'>,
  { app, mode, address }: Pick<RequestContext, 'app' | 'mode' | 'address'>,
): string => secrets.digest(`attempt-network ${app.id} ${mode} ${networkOf(address)}`)

const networkOf = (address: string): string => (isIPv6(address) ? address.split(':').slice(0, 4).join(':') : address)

interface Person extends Pick<MemberRow, 'email' | 'customFields'> {
  /** Null: not compared. */
  network: string | null
}

/**
 * Evidence that the same person took this with another account: the same phone or mailbox, or the same network while the
 * other account waits for its retake. A class behind one address has no one who waits.
 */
export async function findSamePerson(
  tx: Tx,
  attempt: Pick<AttemptRow, 'appId' | 'mode' | 'bankId' | 'memberId'>,
  person: Person,
  now: number,
): Promise<AttemptFlag[]> {
  const { memberId } = attempt
  if (memberId === null) return []
  const rivals = await listRivals(tx, { ...attempt, memberId }, now - QUESTION_REST_MS, RIVALS_MAX)
  const [phone, mailbox] = [phoneOf(person), mailboxOf(person.email)]
  const isSame = (rival: Rival): boolean =>
    mailboxOf(rival.email) === mailbox ||
    (phone !== null && phoneOf(rival) === phone) ||
    (person.network !== null && rival.networkDigest === person.network && isWaiting(rival, rivals, now))
  return rivals.some(isSame) ? [{ kind: 'same-person', at: now, question: null }] : []
}

/** Failed, and the next attempt is not possible yet. */
function isWaiting({ memberId, result, status }: Rival, rivals: readonly Rival[], now: number): boolean {
  if (result?.passed || (result?.second ?? null) !== null || status === 'OPEN') return false
  const next = retakeAt(
    rivals.filter((one) => one.memberId === memberId),
    now,
  )
  return next !== null && next > now
}

function phoneOf({ customFields }: Pick<Person, 'customFields'>): string | null {
  const digits = String(customFields[PHONE_FIELD] ?? '').replaceAll(/\D/gu, '')
  return digits.length < PHONE_DIGITS ? null : digits.slice(-PHONE_DIGITS)
}
