import { useEffect, useState } from 'react'
import type { VerifyResult } from '../../lib/site-api'

/** The life of a check: idle → loading → what came of it. */
export type Check =
  { step: 'idle' } | { step: 'loading'; id: string } | { step: 'done'; id: string; result: VerifyResult }

/**
 * Asks about an ID; only the answer to what is asked now counts.
 * @param verify never rejects @param id of a TrustTag, empty to ask nothing
 * @returns where the check stands, and a way to ask the same once more
 */
export function useCheck(verify: (id: string) => Promise<VerifyResult>, id: string): [Check, () => void] {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ question: string; result: VerifyResult } | null>(null)
  const question = `${attempt} ${id}`

  useEffect(() => {
    let isCurrent = id !== ''
    const ask = async () => {
      if (!isCurrent) return
      const result = await verify(id)
      if (isCurrent) setAnswer({ question, result })
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [verify, id, question])

  const again = () => setAttempt(attempt + 1)
  if (id === '') return [{ step: 'idle' }, again]
  if (answer?.question !== question) return [{ step: 'loading', id }, again]
  return [{ step: 'done', id, result: answer.result }, again]
}
