import type { ChangeEvent, Ref } from 'react'
import { workSampleAccept } from '../../../contract/work-sample-types'

export interface ChooseFilesProps {
  label: string
  /** For readers, after the label. */
  about?: string
  describedBy?: string
  inputRef?: Ref<HTMLInputElement>
  onFiles: (files: readonly File[]) => void
}

/** A button that opens the device's own dialog for files. */
export function ChooseFiles({ label, about, describedBy, inputRef, onFiles }: ChooseFilesProps) {
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
