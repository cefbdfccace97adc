import { Icon } from '../../ui/icon'
import { verifiedTags, type ProfileTag } from './profile-view'

/** How many TrustTags count. */
export function VerifiedCount({ tags }: { tags: readonly ProfileTag[] }) {
  const { length } = verifiedTags(tags)
  return (
    <span className="badge proved">
      {length > 0 && <Icon name="check" size={16} />}
      {length} verified {length === 1 ? 'TrustTag' : 'TrustTags'}
    </span>
  )
}
