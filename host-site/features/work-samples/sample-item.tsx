import { useState } from 'react'
import { formatBytes } from '../../lib/format-bytes'
import { ChooseFiles } from './choose-files'
import { openTab } from './open-tab'
import { isUnfinished, type SampleFile } from './sample-file'
import type { Uploads } from './uploads'

export interface SampleItemProps {
  file: SampleFile
  uploads: Uploads
  onRemove: () => void
}

/** A file of the list, with what can be done with it. */
export function SampleItem({ file, uploads, onRemove }: SampleItemProps) {
  const { name, sizeBytes, sentBytes, status, problem } = file
  const isOnItsWay = status === 'sending' || status === 'paused' || status === 'interrupted'
  return (
    <li className="sample" data-status={status}>
      <p className="sample-name">
        <bdi>{name}</bdi> <span className="hint">{formatBytes(sizeBytes)}</span>
      </p>
      {isOnItsWay && <progress aria-label={`${name} uploaded`} max={sizeBytes} value={sentBytes} />}
      <p className={problem ? 'field-error' : 'hint'}>{problem || statusText(file)}</p>
      <p className="actions">
        {status === 'ready' && <OpenFile file={file} uploads={uploads} />}
        {status === 'interrupted' && <ChooseFiles label="Choose Again" about={name} onFiles={uploads.add} />}
        {(status === 'paused' || (status === 'failed' && file.mayRetry)) && (
          <Act label="Retry" name={name} onAct={() => uploads.retry(file.key)} />
        )}
        <Act label={isUnfinished(file) ? 'Cancel' : 'Remove'} name={name} onAct={onRemove} />
      </p>
    </li>
  )
}

function statusText({ status, sentBytes, sizeBytes }: SampleFile): string {
  const share = `${Math.floor((sentBytes / sizeBytes) * 100)}%`
  return {
    waiting: 'Waits for your login.',
    queued: 'Waits for its turn.',
    sending: `Uploading, ${share}`,
    paused: `Waits, ${share}`,
    failed: 'Not uploaded.',
    interrupted: `${share} has arrived. Choose the file again and it goes on from there.`,
    ready: 'Uploaded',
  }[status]
}

function Act({ label, name, onAct }: { label: string; name: string; onAct: () => void }) {
  return (
    <button type="button" className="text-button" onClick={onAct}>
      {label}
      <span className="visually-hidden"> {name}</span>
    </button>
  )
}

/** The address counts for minutes, so it is asked for when it is wanted. */
function OpenFile({ file: { key, name }, uploads }: Pick<SampleItemProps, 'file' | 'uploads'>) {
  const [blocked, setBlocked] = useState<string | null>(null)
  async function open() {
    const url = await uploads.link(key)
    setBlocked(url !== null && !openTab(window, url) ? url : null)
  }
  if (blocked === null) return <Act label="Open" name={name} onAct={() => void open()} />
  return (
    <a href={blocked} target="_blank" rel="noreferrer" onClick={() => setBlocked(null)}>
      Your browser stopped the new tab. Open it here
      <span className="visually-hidden"> {name}</span>
    </a>
  )
}
