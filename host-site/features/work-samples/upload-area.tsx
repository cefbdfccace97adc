import { useEffect, useState, type DragEvent, type Ref } from 'react'
import { WORK_SAMPLES_PER_ATTEMPT_MAX } from '../../../contract/limits'
import { Icon } from '../../ui/icon'
import { limitTexts } from './check-file'
import { ChooseFiles } from './choose-files'

export interface UploadAreaProps {
  onFiles: (files: readonly File[]) => void
  /** What the keyboard chooses files with. */
  chooser: Ref<HTMLInputElement>
}

/** Takes files that are dropped on it, or chosen. */
export function UploadArea({ onFiles, chooser }: UploadAreaProps) {
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
