import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import type { App } from '../../contract/entities'
import type { MembershipClient } from '../public'
import { $app } from '../stores/app'
import { $readiness } from '../stores/readiness'

export interface AppState {
  /** Null while it loads or when it could not be loaded. */
  app: App | null
  failed: boolean
  retry(): void
}

/** The app as the page knows it; asked for again when the page's own first question went unanswered. */
export function useApp(client: MembershipClient): AppState {
  const known = useStore($app)
  const [answered, setAnswered] = useState<App | null>(null)
  const [failed, setFailed] = useState(false)
  const app = known ?? answered
  const load = useCallback(() => {
    setFailed(false)
    client.getApp().then(
      ({ data }) => setAnswered(data),
      () => setFailed(true),
    )
  }, [client])
  const missing = app === null
  const waiting = useStore($readiness) === 'waiting'
  useEffect(() => {
    if (missing && !waiting) load()
  }, [missing, waiting, load])
  return { app, failed: failed && missing, retry: load }
}
