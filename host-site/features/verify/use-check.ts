import { useEffect, useState } from 'react'
import type { SiteApi } from '../../lib/site-api'
import type { CheckResult, TagChecker } from './finding'

/** The life of a check: idle → looked up → checked here → what came of it. */
export type Check =
  | { step: 'idle' }
  /** Asks the server. */
  | { step: 'loading'; id: string }
  /** The server has answered; the browser checks. */
  | { step: 'checking'; id: string }
  | { step: 'done'; id: string; result: CheckResult }

interface CheckTools {
  verify: SiteApi['verify']
  checker: TagChecker
}

/**
 * Asks about an ID and checks the answer; only what is asked now counts.
 * @param tools the same all the time @param id of a TrustTag, empty to ask nothing
 * @returns where the check stands, and a way to ask the same once more
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

/** The checker of a page, made ready while the browser has nothing else to do: from then on files need no network. */
export function useTagChecker(readOpenFile: SiteApi['readOpenFile']): TagChecker {
  const [checker] = useState(() => loadTagChecker(readOpenFile))
  useEffect(() => whenIdle(() => void checker.prepare()), [checker])
  return checker
}

/** Safari has no idle callbacks. @returns a way to call it off */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work)
    return () => cancelIdleCallback(idle)
  }
  const timer = setTimeout(work, 0)
  return () => clearTimeout(timer)
}

/**
 * The checker, which is loaded on its first use. Where its file cannot be had it could check nothing, and says so.
 * @param load by itself its own file
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
    // Asked for again the next time.
    if (!checker) loading = null
    return checker
  }
  return {
    prepare: async () => (await loaded())?.prepare() ?? false,
    checkTag: async (id, answer) => (await loaded())?.checkTag(id, answer) ?? { outcome: 'unchecked', answer },
    checkFiles: async (files, before) =>
      (await loaded())?.checkFiles(files, before) ?? { outcome: 'refused', problem: 'unprepared', fileName: '' },
    complete: async (finding) => (await loaded())?.complete(finding) ?? finding,
  }
}
