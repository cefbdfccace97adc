import { useEffect, useState } from 'react'

export interface Lingering<T> {
  value: T
  /** Grows with every new value. */
  serial: number
}

/** The value, and for a while after it has gone the last one: what fades away is still drawn. */
export function useLingering<T>(value: T | null, milliseconds: number): Lingering<T> | null {
  const [last, setLast] = useState<Lingering<T> | null>(null)
  let current = last
  if (value !== null && value !== last?.value) {
    current = { value, serial: (last?.serial ?? 0) + 1 }
    setLast(current)
  }
  const gone = value === null
  useEffect(() => {
    const timer = gone ? setTimeout(() => setLast(null), milliseconds) : undefined
    return () => clearTimeout(timer)
  }, [gone, milliseconds])
  return current
}
