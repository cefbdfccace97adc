import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon'
import { Alert } from '../../ui/status'
import { type FileResult, type Finding, problemTexts, type TagChecker } from './finding'

interface FileDropProps extends Pick<FileCheck, 'refused' | 'isChecking'> {
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** Takes the files of a TrustTag, dropped or chosen; they stay on the device. */
export function FileDrop({ refused, isChecking, disabled, onFiles }: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  useEffect(keepPageFromOpeningFiles, [])

  function leave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
  }
  function drop({ dataTransfer }: DragEvent<HTMLElement>) {
    setIsOver(false)
    if (!disabled && dataTransfer.files.length > 0) onFiles([...dataTransfer.files])
  }
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // The same file may be chosen again, and is a change then.
    target.value = ''
    if (files.length > 0) onFiles(files)
  }

  return (
    <section className="check-file" aria-labelledby="check-file">
      <h2 id="check-file">You have the file?</h2>
      <p className="soft" id="check-file-about">
        Drop the TrustTag file or badge picture here, best with its .tlog-proof. Your browser checks it; nothing is
        uploaded, and it works without a connection.
      </p>
      <div
        className="upload-area"
        data-over={isOver || undefined}
        aria-busy={isChecking}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={leave}
        onDrop={drop}
      >
        <Icon name="shield" size={32} />
        <label className="button quiet choose-files" data-disabled={disabled || undefined}>
          Choose files
          <input
            className="visually-hidden"
            type="file"
            multiple
            disabled={disabled}
            accept=".json,.jsonld,.vc,.png,.svg,.tlog-proof"
            aria-describedby="check-file-about"
            onChange={choose}
          />
        </label>
      </div>
      <Alert text={refused ? withName(refused.fileName, problemTexts[refused.problem]) : ''} />
    </section>
  )
}

const withName = (fileName: string, text: string): string => (fileName === '' ? text : `${fileName}: ${text}`)

/** A file that misses the area would be opened in the page's place. Answers the end of it. */
function keepPageFromOpeningFiles(): () => void {
  const stop = (event: Event) => event.preventDefault()
  const names = ['dragover', 'drop']
  for (const name of names) document.addEventListener(name, stop)
  return () => names.forEach((name) => document.removeEventListener(name, stop))
}

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
