import type { HeldTag, VerifiedTag } from '../../../contract/schemas/tags'
import { categories } from '../../content/categories'
import type { ProfileTag } from './profile-view'

const marks = { live: undefined, test: 'Test', sample: 'Sample' } as const

/** A TrustTag of the server, as profiles show it. */
export function toProfileTag(tag: VerifiedTag | HeldTag): ProfileTag {
  const { trustTagId: id, skill, score, issueDate, status, category, mode } = tag
  const mark = marks[mode]
  return {
    id,
    skill,
    score,
    issueDate,
    category,
    status: status === 'valid' ? 'verified' : status,
    hue: categories.find(({ title }) => title === category)?.id ?? null,
    ...(mark !== undefined && { mark }),
    ...('visibility' in tag && { visibility: tag.visibility }),
  }
}
