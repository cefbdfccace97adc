import { useEffect, useState, type ChangeEvent, type DragEvent } from 'react'
import { Alert } from '../../ui/alert'
import { Icon } from '../../ui/icon'
import type { FileCheck } from './use-file-check'
import { problemTexts } from './verdicts'

export interface FileDropProps extends Pick<FileCheck, 'refused' | 'isChecking'> {
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
