import { useStore } from '@nanostores/react'
import { useSidebar } from './sidebar-context'

/** That nothing here is real, and whom that concerns at the moment. */
export function TestModeBanner() {
  const { store, apiUrl, window } = useSidebar()
  const member = useStore(store.memberData)
  return (
    <div className="banner">
      <p>
        <b>{window.location.hostname || 'This page'} is in Test Mode.</b>{' '}
        {member?.id ? 'You are logged in as a test member.' : 'Whoever joins here is a test member.'}
      </p>
      <a href={`${apiUrl}/docs/install#going-live`} target="_blank" rel="noopener">
        How to go live
      </a>
    </div>
  )
}
