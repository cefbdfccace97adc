import type { Member } from '../../../contract/entities'
import type { Readiness } from '../../stores/readiness'

export interface AccessState {
  /** Undefined while a stored session has not been confirmed. */
  member: Member | null | undefined
  readiness: Readiness
}

/** The values of `data-ms-content` that this version can decide. Any other stays hidden. */
export const contentValues: readonly string[] = ['members', '!members']

/**
 * The values of `data-ms-content` that may show. What is undecided shows neither side; without an answer in time
 * the visitor's side shows and the members' side stays hidden (design: "gating promise").
 */
export function allowedContent({ member, readiness }: AccessState): readonly string[] {
  if (member === null || readiness === 'timed-out') return ['!members']
  return member !== undefined && readiness === 'known' ? ['members'] : []
}

/** Whether the answer is final enough to take nodes off the page, rather than only to hide them. */
export const isDecided = ({ member, readiness }: AccessState): boolean =>
  member === null || (member !== undefined && readiness === 'known')
