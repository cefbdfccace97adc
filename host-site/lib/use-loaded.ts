import { useCallback, useEffect, useRef, useState } from 'react'

export interface Loaded<T> {
  /** Null while it is not known. */
  value: T | null
  /** The last try got no answer. */
  failed: boolean
  /** Asks again; what was known stays until there is an answer. */
  reload: () => Promise<void>
  /** Makes it what it is now, where it is known: what was asked before is older than that. */
  change: (next: (value: T) => T) => void
}

/**
 * What a server says of somebody or something, asked once it is known of whom.
 * @param of changes when it is of another one; null while it is of nobody
 * @param load answers null when there is no answer. The same function all the time, for one `of`
 */
export function useLoaded<T>(of: string | null, load: () => Promise<T | null>): Loaded<T> {
  const [known, setKnown] = useState<{ of: string | null; value: T | null; failed: boolean }>(NOTHING)
  // Only the answer to what was asked last counts.
  const asked = useRef(0)

  const change = useCallback(
    (next: (value: T) => T) => {
      asked.current += 1
      setKnown((before) =>
        before.of !== of || before.value === null ? before : { of, value: next(before.value), failed: false },
      )
    },
    [of],
  )
  const reload = useCallback(async () => {
    const mine = (asked.current += 1)
    if (of === null) return
    const value = await load()
    if (mine !== asked.current) return
    setKnown((before) => ({
      of,
      value: value ?? (before.of === of ? before.value : null),
      failed: value === null,
    }))
  }, [of, load])

  useEffect(() => {
    void reload()
    return () => void (asked.current += 1)
  }, [reload])

  const { value, failed } = known.of === of ? known : NOTHING
  return { value, failed, reload, change }
}

const NOTHING = { of: null, value: null, failed: false }
