import { attempts } from './list-attempts'
import { audit } from './list-audit'
import { inquiries } from './list-inquiries'
import { members } from './list-members'
import { purchases } from './list-purchases'
import { questions } from './list-questions'
import { signups } from './list-signups'
import { tags } from './list-tags'

/** Everything that an owner can look through, in the order of the page. */
export const ownerLists = { members, attempts, questions, purchases, tags, inquiries, signups, audit } as const

export type OwnerListName = keyof typeof ownerLists

export const isOwnerListName = (name: string): name is OwnerListName => Object.hasOwn(ownerLists, name)
