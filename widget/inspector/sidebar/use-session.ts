import { useRef, useState } from 'react'
import { errorText } from '../../lib/errors'
import { useSidebar } from './sidebar-context'

/** Logging in and out of the page that is inspected. */
export function useSession(): { problem: string; logIn: () => void; logOut: () => void } {
  const { client, window } = useSidebar()
  const [problem, setProblem] = useState('')
  const isBusy = useRef(false)
  const doing = (work: () => Promise<void>) => async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setProblem('')
    await work().catch((error: unknown) => setProblem(errorText(error)))
    isBusy.current = false
  }
  const logIn = doing(async () => {
    const { type } = await client.openModal('LOGIN')
    client.hideModal()
    // The page knows the member already; this is what the server knows.
    if (type !== 'CLOSED') await client.getCurrentMember()
  })
  const logOut = doing(async () => {
    await client.logout()
    window.location.reload()
  })
  return { problem, logIn: () => void logIn(), logOut: () => void logOut() }
}
