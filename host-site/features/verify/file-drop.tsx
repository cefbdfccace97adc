import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icon'
import { Alert } from '../../ui/status'
import { type FileFinding, type FileResult, problemTexts, type TagChecker } from './finding'

interface FileDropProps extends Pick<FileCheck, 'refused' | 'isChecking' | 'isOffline' | 'setOffline'> {
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** The files stay on the device. */
export function FileDrop({ refused, isChecking, isOffline, setOffline, disabled, onFiles }: FileDropProps) {
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
    // Otherwise choosing the same file again fires no event.
    target.value = ''
    if (files.length > 0) onFiles(files)
  }

  return (
    <section className="check-file" aria-labelledby="check-file">
      <h2 id="check-file">Have the file?</h2>
      <p className="soft" id="check-file-about">
        Drop any file of a TrustTag here: the certificate, the badge, the archive or the TrustTag file. Your browser
        checks it, and the file is not uploaded. It asks TrustTag whether the TrustTag was revoked.
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
            accept=".pdf,.png,.svg,.zip,.txt,.json,.jsonld,.vc,.tlog-proof"
            aria-describedby="check-file-about"
            onChange={choose}
          />
        </label>
      </div>
      <OfflineOnly {...{ isOffline, setOffline, disabled }} />
      <Alert text={refused ? withName(refused.fileName, problemTexts[refused.problem]) : ''} />
    </section>
  )
}

function OfflineOnly({
  isOffline,
  setOffline,
  disabled,
}: Pick<FileDropProps, 'isOffline' | 'setOffline' | 'disabled'>) {
  return (
    <label className="offline-only">
      <input
        type="checkbox"
        checked={isOffline}
        disabled={disabled}
        onChange={({ target }) => setOffline(target.checked)}
      />
      <span>
        Offline only <span className="soft">Sends no request, so it can’t tell whether it was revoked since.</span>
      </span>
    </label>
  )
}

const withName = (fileName: string, text: string): string => (fileName === '' ? text : `${fileName}: ${text}`)

/** The browser would open a file that is dropped beside the area. Returns a function that removes the listeners. */
function keepPageFromOpeningFiles(): () => void {
  const stop = (event: Event) => event.preventDefault()
  const names = ['dragover', 'drop']
  for (const name of names) document.addEventListener(name, stop)
  return () => names.forEach((name) => document.removeEventListener(name, stop))
}

export interface FileCheck {
  /** Results of the latest files; empty before any. */
  results: readonly FileFinding[]
  isChecking: boolean
  /** Why the latest files could not be checked. */
  refused: Extract<FileResult, { outcome: 'refused' }> | null
  /** Checks send no request. */
  isOffline: boolean
  setOffline: (isOffline: boolean) => void
  take: (files: readonly File[]) => Promise<void>
  /** Fetches what the check of one result was missing. */
  complete: (shown: FileFinding) => Promise<void>
}

/** Only the latest files count. */
export function useFileCheck(checker: TagChecker): FileCheck {
  const [results, setResults] = useState<readonly FileFinding[]>([])
  const [refused, setRefused] = useState<FileCheck['refused']>(null)
  const [isChecking, setIsChecking] = useState(false)
  const [isOffline, setOffline] = useState(false)
  const last = useRef(0)

  async function run(work: () => Promise<FileResult>): Promise<void> {
    const mine = (last.current += 1)
    setIsChecking(true)
    const result = await work()
    if (mine !== last.current) return
    setIsChecking(false)
    setRefused(result.outcome === 'refused' ? result : null)
    // Otherwise the old result would seem to belong to the unreadable file.
    setResults(result.outcome === 'checked' ? result.results : [])
  }

  const [only, ...others] = results
  const before = only?.outcome === 'checked' && others.length === 0 ? only.finding : null
  return {
    results,
    isChecking,
    refused,
    isOffline,
    setOffline,
    take: (files) => run(() => checker.checkFiles(files, { before, isOffline })),
    complete: async (shown) => {
      if (shown.outcome !== 'checked') return
      await run(async () => {
        const finding = await checker.complete(shown.finding)
        return { outcome: 'checked', results: results.with(results.indexOf(shown), { outcome: 'checked', finding }) }
      })
    },
  }
}
