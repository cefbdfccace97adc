import { useEffect, useState } from 'react'
import { useSiteApi } from '../../lib/site-api-context'
import { createPause } from './send-file'
import { createUploads, type Uploads } from './uploads'
import { useKeptUploads } from './uploads-context'

/** The work samples of an attempt. @param isAllowed see `Uploads.allow` */
export function useUploads(attemptId: string, isAllowed: boolean): Uploads {
  const api = useSiteApi()
  const kept = useKeptUploads()
  const [uploads] = useState(() => kept.get(attemptId) ?? createUploads({ api, attemptId, ...browserOf(window) }))
  useEffect(() => {
    kept.set(attemptId, uploads)
    uploads.allow(isAllowed)
  }, [kept, attemptId, uploads, isAllowed])
  useEffect(() => {
    // Another tab may have changed the list.
    const look = () => document.visibilityState === 'visible' && void uploads.load()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [uploads])
  return uploads
}

const browserOf = (window: Window) => ({
  pause: createPause(window),
  guard: createLeaveGuard(window),
  now: () => window.performance.now(),
})

/** Has the browser ask before the page is left, for as long as that would lose something. */
export function createLeaveGuard(window: Window): (isUnfinished: boolean) => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  // A listener that is always there would keep the page out of the browser's back and forward store.
  return (isUnfinished) =>
    isUnfinished ? window.addEventListener('beforeunload', ask) : window.removeEventListener('beforeunload', ask)
}
