import { type ChangeEvent, type DragEvent, type Ref, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { WORK_SAMPLES_PER_ATTEMPT_MAX } from '../../../contract/limits'
import type { Attempt } from '../../../contract/schemas/assessments'
import { workSampleAccept } from '../../../contract/work-sample-types'
import { formatBytes } from '../../lib/format'
import { useSiteApi } from '../../lib/site-api'
import { routes } from '../../paths'
import { Icon } from '../../ui/icon'
import { Alert } from '../../ui/status'
import { useAccountState } from '../account/account'
import { isUnfinished, limitTexts, type SampleFile } from './sample-file'
import { createPause } from './send-file'
import { createUploads, type Uploads } from './uploads'
import { useKeptUploads } from './uploads-context'

/** Optional: a TrustTag needs none. */
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
        If you like, add images, videos or documents of your work. They are private: only your account can open them, by
        a link that is valid for five minutes. Hidden data, such as the location, is removed from images.
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
      <p>Your files are waiting on this page. Log in or sign up to upload them.</p>
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
  /** Called when the last file is removed. */
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
              // The focused button disappears: focus the list, or the file chooser.
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
    waiting: 'Waiting for you to log in.',
    queued: 'Waiting for its turn.',
    sending: `Uploading, ${share}`,
    paused: `Paused, ${share}`,
    failed: 'Not uploaded.',
    interrupted: `${share} is uploaded. Choose the file again to resume.`,
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

/** The URL expires after minutes, so it is requested on click. */
function OpenFile({ file: { key, name }, uploads }: Pick<SampleItemProps, 'file' | 'uploads'>) {
  const [blocked, setBlocked] = useState<string | null>(null)
  async function open() {
    const url = await uploads.link(key)
    setBlocked(url !== null && !openTab(window, url) ? url : null)
  }
  if (blocked === null) return <Act label="Open" name={name} onAct={() => void open()} />
  return (
    <a href={blocked} target="_blank" rel="noreferrer" onClick={() => setBlocked(null)}>
      Your browser blocked the new tab. Open it here
      <span className="visually-hidden"> {name}</span>
    </a>
  )
}

interface UploadAreaProps {
  onFiles: (files: readonly File[]) => void
  /** The input that keyboard users focus. */
  chooser: Ref<HTMLInputElement>
}

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

/** The browser would open a file that is dropped beside the area. Returns a function that removes the listeners. */
function keepPageFromOpeningFiles(): () => void {
  const stop = (event: Event) => event.preventDefault()
  const names = ['dragover', 'drop']
  for (const name of names) document.addEventListener(name, stop)
  return () => names.forEach((name) => document.removeEventListener(name, stop))
}

interface ChooseFilesProps {
  label: string
  /** Visually hidden, after the label. */
  about?: string
  describedBy?: string
  inputRef?: Ref<HTMLInputElement>
  onFiles: (files: readonly File[]) => void
}

function ChooseFiles({ label, about, describedBy, inputRef, onFiles }: ChooseFilesProps) {
  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    // Otherwise choosing the same file again fires no event.
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

/** Returns false if the browser blocked the tab. */
function openTab(window: Window, url: string): boolean {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}

/** @param isAllowed see `Uploads.allow` */
export function useUploads(attemptId: string, isAllowed: boolean): Uploads {
  const api = useSiteApi()
  const kept = useKeptUploads()
  const [uploads] = useState(() => kept.get(attemptId) ?? createUploads({ api, attemptId, ...browserOf(window) }))
  useEffect(() => {
    kept.set(attemptId, uploads)
    uploads.allow(isAllowed)
  }, [kept, attemptId, uploads, isAllowed])
  useEffect(() => {
    // Another tab may have changed the list.
    const look = () => document.visibilityState === 'visible' && void uploads.load()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [uploads])
  return uploads
}

const browserOf = (window: Window) => ({
  pause: createPause(window),
  guard: createLeaveGuard(window),
  now: () => window.performance.now(),
})

/** Makes the browser ask before leaving while files are unfinished. */
export function createLeaveGuard(window: Window): (wouldLose: boolean) => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  // A permanent listener would keep the page out of the back/forward cache.
  return (wouldLose) =>
    wouldLose ? window.addEventListener('beforeunload', ask) : window.removeEventListener('beforeunload', ask)
}
