import { useRef, useState } from 'react'
import type { FileResult, Finding, TagChecker } from './finding'

export interface FileCheck {
  /** Of the files that were given last; null before there are any. */
  finding: Finding | null
  isChecking: boolean
  /** Why the last ones could not be checked. */
  refused: Extract<FileResult, { outcome: 'refused' }> | null
  take: (files: readonly File[]) => Promise<void>
  /** Asks the server for what that check lacked. */
  complete: () => Promise<void>
}

/** The life of a check of files: only what was given last counts. */
export function useFileCheck(checker: TagChecker): FileCheck {
  const [finding, setFinding] = useState<Finding | null>(null)
  const [refused, setRefused] = useState<FileCheck['refused']>(null)
  const [isChecking, setIsChecking] = useState(false)
  const last = useRef(0)

  async function run(work: () => Promise<FileResult>): Promise<void> {
    const mine = (last.current += 1)
    setIsChecking(true)
    const result = await work()
    if (mine !== last.current) return
    setIsChecking(false)
    setRefused(result.outcome === 'refused' ? result : null)
    // What could not be read must not be taken for what was read before.
    setFinding(result.outcome === 'checked' ? result.finding : null)
  }

  return {
    finding,
    isChecking,
    refused,
    take: (files) => run(() => checker.checkFiles(files, finding)),
    complete: async () => {
      if (finding) await run(async () => ({ outcome: 'checked', finding: await checker.complete(finding) }))
    },
  }
}
