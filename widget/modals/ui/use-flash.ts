import { useEffect, useState } from 'react'

/**
 * Something that shows for a moment.
 * @param milliseconds how long; another flash meanwhile starts the time anew
 */
export function useFlash(milliseconds: number): { on: boolean; flash: () => void } {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!count) return undefined
    const timer = setTimeout(() => setCount(0), milliseconds)
    return () => clearTimeout(timer)
  }, [count, milliseconds])
  return { on: count > 0, flash: () => setCount((last) => last + 1) }
}
