import { ownerLists } from '../../domain/owner/owner-lists'
import type { OwnerRecord } from '../../domain/owner/owner-list'
import { notePurchase } from '../../domain/owner/note-purchase'
import type { Owner } from '../../domain/owner/owner-act'
import { refundAsOwner } from '../../domain/owner/refund-as-owner'
import { revokeAsOwner } from '../../domain/owner/revoke-as-owner'
import type { Services } from '../../ports/services'

/** Something that an owner does to a row. */
export interface OwnerAct {
  path: `/owner/${string}`
  /** On the link in the row, and in the page's title. */
  name: string
  list: 'tags' | 'purchases'
  /** What the page says before it is done. */
  explanation: string
  button: string
  /** What has to be written for it. */
  field?: { label: string; hint: string; isRequired: boolean; start: (record: OwnerRecord) => string }
  isPossible: (record: OwnerRecord) => boolean
  notFound: 'tag-not-found' | 'tag-purchase-not-found'
  /** @returns what is said afterwards */
  run: (services: Services, owner: Owner, id: string, text: string) => Promise<ActResult>
}

/** What is said on the page that follows. */
export const actResults = {
  revoked: 'The TrustTag is revoked. Its holder is told by mail.',
  refunded: 'The unused TrustTags are refunded. The buyer is told by mail.',
  'refund-later':
    'The refund is noted. The payment service cannot be reached right now: it gets word as soon as it can.',
  noted: 'The note is saved.',
} as const

export type ActResult = keyof typeof actResults

export const ownerActs = {
  revoke: {
    path: '/owner/revoke',
    name: 'Revoke',
    list: 'tags',
    explanation: 'Whoever checks this TrustTag will read that it was revoked, and why. This cannot be taken back.',
    button: 'Revoke this TrustTag',
    field: {
      label: 'Reason',
      hint: 'In one or two sentences. Employers read it, and the holder gets it by mail.',
      isRequired: true,
      start: () => '',
    },
    isPossible: ({ status }) => status !== 'revoked',
    notFound: 'tag-not-found',
    async run(services, owner, id, text) {
      await revokeAsOwner(services, owner, id, text)
      return 'revoked'
    },
  },
  refund: {
    path: '/owner/refund',
    name: 'Refund',
    list: 'purchases',
    explanation: 'Every unused TrustTag of this purchase is taken back and its share of the price is refunded.',
    button: 'Refund what is unused',
    isPossible: ({ status, unusedTags }) => status === 'paid' && Number(unusedTags) > 0,
    notFound: 'tag-purchase-not-found',
    run: async (services, owner, id) =>
      (await refundAsOwner(services, owner, id)) === 'done' ? 'refunded' : 'refund-later',
  },
  note: {
    path: '/owner/note',
    name: 'Note',
    list: 'purchases',
    explanation: 'Your own words on this purchase. Buyers who export their data get them, too.',
    button: 'Save the note',
    field: {
      label: 'Note',
      hint: 'It takes the place of the note that is there. Leave it empty to take that away.',
      isRequired: false,
      start: ({ note }) => String(note ?? ''),
    },
    isPossible: () => true,
    notFound: 'tag-purchase-not-found',
    async run(services, owner, id, text) {
      await notePurchase(services, owner, id, text)
      return 'noted'
    },
  },
} as const satisfies Record<string, OwnerAct>

/** The list that an act is about. */
export const listOf = ({ list }: OwnerAct) => ownerLists[list]
