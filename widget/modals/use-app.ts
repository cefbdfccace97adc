import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { App } from '../../contract/entities'
import type { MembershipClient } from '../public'
import { $app, $readiness } from '../stores/app'

export interface AppState {
  /** Null while it loads or when it could not be loaded. */
  app: App | null
  failed: boolean
  retry: () => void
}

/** The app as the page knows it; asked for again when the page's own first question went unanswered. */
export function useApp(client: MembershipClient): AppState {
  const app = useStore($app)
  const waiting = useStore($readiness) === 'waiting'
  const [attempt, setAttempt] = useState(1)
  const [lastFailed, setLastFailed] = useState(0)
  const wanted = app === null && !waiting
  useEffect(() => {
    // What it answers arrives through the store.
    if (!wanted) return
    const answered = client
      .getApp()
      .then(() => $app.get() ?? Promise.reject(new Error('There is no app in the answer.')))
    answered.catch(() => setLastFailed(attempt))
  }, [wanted, attempt, client])
  return { app, failed: wanted && lastFailed === attempt, retry: () => setAttempt(attempt + 1) }
}
