import { useEffect, useState } from 'react'
import type { SiteApi } from '../../lib/site-api'
import type { TagChecker } from './finding'
import { loadTagChecker } from './load-tag-checker'

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
