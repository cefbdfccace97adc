import { useRef, useSyncExternalStore } from 'react'
import type { Attempt } from '../../../contract/schemas/assessments'
import { routes } from '../../paths'
import { Alert } from '../../ui/alert'
import { useAccountState } from '../account/account-context'
import { SampleItem } from './sample-item'
import { isUnfinished, type SampleFile } from './sample-file'
import { UploadArea } from './upload-area'
import { useUploads } from './use-uploads'
import type { Uploads } from './uploads'

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
