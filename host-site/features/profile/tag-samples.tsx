import { useState } from 'react'
import type { HeldSample } from '../../../contract/schemas/tags'
import { formatBytes } from '../../lib/format'
import { useAct } from './buttons'
import { type Act, NOTHING_TO_SAY, type PanelProps, type ProfileActions } from './profile-actions'
import type { ProfileTag } from './profile-view'

interface TagSamplesProps extends Pick<PanelProps, 'say'> {
  tag: ProfileTag
  samples: NonNullable<ProfileActions['samples']>
}

const NOT_LOADED = { text: 'The files could not be loaded. Please try again.', failed: true } as const
const NOT_SAVED = { text: 'This could not be saved. Nothing was changed.', failed: true } as const

/** The holder chooses which files anyone who checks the TrustTag sees. Loaded when it is first opened. */
export default function TagSamples({ tag, samples, say }: TagSamplesProps) {
  const [files, setFiles] = useState<readonly HeldSample[] | null>(null)
  const load: Act = async () => {
    const result = await samples.call('listTagSamples', { tagId: tag.id })
    if (!result.success) return NOT_LOADED
    setFiles(result.data.samples)
    return NOTHING_TO_SAY
  }
  const set: Act<[string, boolean]> = async (id, isShown) => {
    const before = files ?? []
    const next = before.map((file) => (file.id === id ? { ...file, isShown } : file))
    setFiles(next)
    const sampleIds = next.flatMap((file) => (file.isShown ? [file.id] : []))
    const result = await samples.call('showTagSamples', { tagId: tag.id, sampleIds })
    if (!result.success) setFiles(before)
    return result.success ? { text: 'Saved.' } : NOT_SAVED
  }
  const loading = useAct(load, say)
  const changing = useAct(set, say)
  return (
    <details className="take-along" onToggle={() => files ?? loading.run()}>
      <summary>
        Work samples<span className="visually-hidden"> of {tag.skill}</span>
      </summary>
      {files?.length === 0 && <p className="soft">You added no files to this assessment.</p>}
      {files && files.length > 0 && (
        <fieldset className="tag-samples">
          <legend>Anyone who checks this TrustTag sees</legend>
          {files.map(({ id, name, sizeBytes, isSealed, isShown }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={isShown}
                aria-disabled={changing.busy || undefined}
                onChange={({ currentTarget: { checked } }) => changing.run(id, checked)}
              />{' '}
              <bdi>{name}</bdi>{' '}
              <span className="soft">
                {formatBytes(sizeBytes)}
                {!isSealed && ', added later: not sealed'}
              </span>
            </label>
          ))}
          <p className="soft">File names are not shown.</p>
        </fieldset>
      )}
    </details>
  )
}
