import { useStore } from '@nanostores/react'
import { useSidebar } from './sidebar-context'

/** A dot, and in words what it means. */
export function MemberStatus() {
  const member = useStore(useSidebar().store.memberData)
  return (
    <span className="status" data-on={Boolean(member)}>
      {member ? 'Logged In' : 'Logged Out'}
    </span>
  )
}
