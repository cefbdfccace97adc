import { useEffect, useState } from 'react'
import { COPIED_LABEL_MS } from '../../../contract/limits'
import { useSidebar } from './sidebar-context'

/** What came of a copy; `text` is what could not be copied, to be taken by hand. */
export interface Notice {
  text?: string
}

export function useCopy(): { notice: Notice | null; copy: (text: string) => void; dismiss: () => void } {
  const { window } = useSidebar()
  const [notice, setNotice] = useState<Notice | null>(null)
  useEffect(() => {
    if (!notice || notice.text !== undefined) return undefined
    const timer = setTimeout(() => setNotice(null), COPIED_LABEL_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const copy = (text: string): void =>
    // Within the chain: pages that are not secure have no clipboard at all.
    void Promise.resolve()
      .then(() => window.navigator.clipboard.writeText(text))
      .then(
        () => setNotice({}),
        () => setNotice({ text }),
      )
  return { notice, copy, dismiss: () => setNotice(null) }
}
