import { useEffect, useEffectEvent, useState } from 'react'

export interface Answer<T> {
  state: 'loading' | 'failed' | 'known'
  /** Undefined until it is known. */
  value: T | undefined
  retry: () => void
}

/** Asks once it is wanted, and again by `retry`. */
export function useAnswer<T>(isWanted: boolean, ask: () => Promise<T>): Answer<T> {
  const [state, setState] = useState<Answer<T>['state']>('loading')
  const [value, setValue] = useState<T>()
  const asking = useEffectEvent(ask)
  const isAwaited = isWanted && state === 'loading'
  useEffect(() => {
    if (!isAwaited) return undefined
    let isCurrent = true
    const end = (ending: 'failed' | 'known', found?: T): void => {
      if (!isCurrent) return
      setValue(found)
      setState(ending)
    }
    asking().then(
      (found) => end('known', found),
      () => end('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [isAwaited])
  return { state, value, retry: () => setState('loading') }
}
