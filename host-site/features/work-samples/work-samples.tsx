import { type ChangeEvent, type DragEvent, type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { WORK_SAMPLES_PER_ATTEMPT_MAX } from '../../../contract/limits'
import type { Attempt } from '../../../contract/schemas/assessments'
import { workSampleAccept } from '../../../contract/work-sample-types'
import { formatBytes } from '../../lib/format'
import { routes } from '../../paths'
import { Icon } from '../../ui/icon'
import { Alert } from '../../ui/status'
import { useAccountState } from '../account/account-context'
import { isUnfinished, limitTexts, type SampleFile } from './sample-file'
import type { Uploads } from './uploads'
import { useUploads } from './use-uploads'

/** Files that show the work behind a completed assessment. Nobody needs them for a TrustTag. */
export function WorkSamples({ attempt: { id, isVisitors } }: { attempt: Pick<Attempt, 'id' | 'isVisitors'> }) {
  const account = useAccountState()
  const uploads = useUploads(id, account.member !== null && !isVisitors)
  const { files, problem, said } = useSyncExternalStore(uploads.subscribe, uploads.state, uploads.state)
  const chooser = useRef<HTMLInputElement>(null)
  const isWaiting = files.some(({ status }) => status === 'waiting')
  return (
    <section className="card work-samples" aria-labelledby="work-samples">
      <h3 id="work-samples">Show your work</h3>
      <p>
        Add pictures, videos or documents of your work, if you like. They are private: they open from your account, by a
        link that counts for five minutes. Pictures are kept without hidden data such as the place they were taken at.
      </p>
      <UploadArea onFiles={uploads.add} chooser={chooser} />
      {account.status !== 'loggedIn' && <LoginNeeded isWaiting={isWaiting} />}
      {problem && (
        <>
          <Alert text={problem} />
          <button type="button" className="button quiet" onClick={() => void uploads.load()}>
            Try Again
          </button>
        </>
      )}
      {files.length > 0 && <SampleList files={files} uploads={uploads} onEmptied={() => chooser.current?.focus()} />}
      <output className="visually-hidden">{said}</output>
    </section>
  )
}

function LoginNeeded({ isWaiting }: { isWaiting: boolean }) {
  if (!isWaiting) return <p className="hint">Files are uploaded once you are logged in.</p>
  return (
    <div className="notice">
      <p>Your files wait on this page. Log in or sign up, and they are uploaded.</p>
      <p className="actions">
        <a href={routes.signup.path} data-ms-modal="signup">
          Sign Up
        </a>
        <a href={routes.login.path} data-ms-modal="login">
          Login
        </a>
      </p>
    </div>
  )
}

interface SampleListProps {
  files: readonly SampleFile[]
  uploads: Uploads
  /** The last file is taken away, and the list with it. */
  onEmptied: () => void
}

function SampleList({ files, uploads, onEmptied }: SampleListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const uploaded = files.filter(({ status }) => status === 'ready').length
  return (
    <>
      <h4 ref={heading} tabIndex={-1}>
        Uploaded Files ({uploaded})
      </h4>
      <ul className="samples">
        {files.map((file) => (
          <SampleItem
            key={file.key}
            file={file}
            uploads={uploads}
            onRemove={() => {
              // Its button goes with it; the keyboard goes on from the list, or where files are chosen.
              if (files.length === 1) onEmptied()
              else heading.current?.focus()
              void uploads.remove(file.key)
            }}
          />
        ))}
      </ul>
      {files.some(isUnfinished) && <p className="hint">Please keep this page open until they are uploaded.</p>}
    </>
  )
}

interface SampleItemProps {
  file: SampleFile
  uploads: Uploads
  onRemove: () => void
}

/** A file of the list, with what can be done with it. */
function SampleItem({ file, uploads, onRemove }: SampleItemProps) {
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

interface UploadAreaProps {
  onFiles: (files: readonly File[]) => void
  /** What the keyboard chooses files with. */
  chooser: Ref<HTMLInputElement>
}

/** Takes files that are dropped on it, or chosen. */
function UploadArea({ onFiles, chooser }: UploadAreaProps) {
  const [isOver, setIsOver] = useState(false)
  useEffect(keepPageFromOpeningFiles, [])

  function leave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
  }
  function drop({ dataTransfer }: DragEvent<HTMLElement>) {
    setIsOver(false)
    if (dataTransfer.files.length > 0) onFiles([...dataTransfer.files])
  }

  return (
    <div
      className="upload-area"
      data-over={isOver || undefined}
      onDragEnter={() => setIsOver(true)}
      onDragLeave={leave}
      onDrop={drop}
    >
      <Icon name="upload" size={32} />
      <p>Drop files here, or</p>
      <ChooseFiles label="Choose Files" describedBy="sample-limits" inputRef={chooser} onFiles={onFiles} />
      <ul id="sample-limits" className="hint">
        {limitTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
        <li>{WORK_SAMPLES_PER_ATTEMPT_MAX} files at most</li>
      </ul>
    </div>
  )
}

/** A file that misses the area would be opened in the page's place. Answers the end of it. */
function keepPageFromOpeningFiles(): () => void {
  const stop = (event: Event) => event.preventDefault()
  const names = ['dragover', 'drop']
  for (const name of names) document.addEventListener(name, stop)
  return () => names.forEach((name) => document.removeEventListener(name, stop))
}

interface ChooseFilesProps {
  label: string
  /** For readers, after the label. */
  about?: string
  describedBy?: string
  inputRef?: Ref<HTMLInputElement>
  onFiles: (files: readonly File[]) => void
}

/** A button that opens the device's own dialog for files. */
function ChooseFiles({ label, about, describedBy, inputRef, onFiles }: ChooseFilesProps) {
  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // The same file may be chosen again, and is a change then.
    target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <label className="button quiet choose-files">
      {label}
      {about && <span className="visually-hidden"> {about}</span>}
      <input
        ref={inputRef}
        className="visually-hidden"
        type="file"
        multiple
        accept={workSampleAccept.join(',')}
        aria-describedby={describedBy}
        onChange={take}
      />
    </label>
  )
}

/** Opens an address beside this page. False when the browser does not let it. */
function openTab(window: Window, url: string): boolean {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
