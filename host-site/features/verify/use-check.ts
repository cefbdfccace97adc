import { useEffect, useState } from 'react'
import type { SiteApi } from '../../lib/site-api'
import type { CheckResult, TagChecker } from './finding'

/** Idle → asking the server → checking in the browser → done. */
export type Check =
  | { step: 'idle' }
  | { step: 'loading'; id: string }
  | { step: 'checking'; id: string }
  | { step: 'done'; id: string; result: CheckResult }

interface CheckTools {
  verify: SiteApi['verify']
  checker: TagChecker
}

/**
 * Only the latest ID counts.
 * @param tools must be stable @param id empty for no check
 * @returns the state of the check, and a function that repeats it
 */
export function useCheck({ verify, checker }: CheckTools, id: string): [Check, () => void] {
  const [attempt, setAttempt] = useState(0)
  const [known, setKnown] = useState<{ question: string; result: CheckResult | null } | null>(null)
  const question = `${attempt} ${id}`

  useEffect(() => {
    let isCurrent = id !== ''
    const ask = async () => {
      if (!isCurrent) return
      const answer = await verify(id)
      if (!isCurrent) return
      if (answer.outcome === 'found') setKnown({ question, result: null })
      const result = await resultOf(answer, id, checker)
      if (isCurrent) setKnown({ question, result })
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [verify, checker, id, question])

  const again = () => setAttempt(attempt + 1)
  if (id === '') return [{ step: 'idle' }, again]
  if (known?.question !== question) return [{ step: 'loading', id }, again]
  return [known.result ? { step: 'done', id, result: known.result } : { step: 'checking', id }, again]
}

async function resultOf(
  answer: Awaited<ReturnType<SiteApi['verify']>>,
  id: string,
  checker: TagChecker,
): Promise<CheckResult> {
  if (answer.outcome === 'found') return checker.checkTag(id, answer.tag)
  return answer.outcome === 'unknown' ? { outcome: 'unknown', id } : answer
}

/** Prepares the checker when the browser is idle; from then on file checks work offline. */
export function useTagChecker(readOpenFile: SiteApi['readOpenFile']): TagChecker {
  const [checker] = useState(() => loadTagChecker(readOpenFile))
  useEffect(() => whenIdle(() => void checker.prepare()), [checker])
  return checker
}

/** Safari has no idle callbacks. @returns cancels it */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work)
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(work, 0)
  return () => clearTimeout(timer)
}

/**
 * Loads the checker on first use. If its chunk fails to load, every check reports that it could not run.
 * @param load the dynamic import by default
 */
export function loadTagChecker(
  readOpenFile: SiteApi['readOpenFile'],
  load = () => import('./tag-checker'),
): TagChecker {
  let loading: Promise<TagChecker | null> | null = null
  const loaded = async (): Promise<TagChecker | null> => {
    loading ??= load().then(
      ({ createTagChecker }) => createTagChecker({ readOpenFile, now: Date.now }),
      () => null,
    )
    const checker = await loading
    // Retry on the next use.
    if (!checker) loading = null
    return checker
  }
  return {
    prepare: async () => (await loaded())?.prepare() ?? false,
    checkTag: async (id, answer) => (await loaded())?.checkTag(id, answer) ?? { outcome: 'unchecked', answer },
    checkFiles: async (files, options) =>
      (await loaded())?.checkFiles(files, options) ?? { outcome: 'refused', problem: 'unprepared', fileName: '' },
    complete: async (finding) => (await loaded())?.complete(finding) ?? finding,
  }
}
