import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'

import { Icon } from '../../ui/icon'
import { isVisibility, visibilities, type Visibility } from '../issue/visibilities'
import { ActionButton, useAct } from './buttons'
import { TagFace } from './parts'
import {
  type Act,
  type DownloadMenuProps,
  NOTHING_TO_SAY,
  type PanelProps,
  type ProfileActions,
} from './profile-actions'
import { type ProfileTag, verifyPath } from './profile-view'

const TagSamples = lazy(() => import('./tag-samples'))

interface TagCardProps extends Omit<PanelProps, 'view'> {
  tag: ProfileTag
  sample: boolean
  /** Origin of the site, for the printed URL. */
  origin: string
}

export function TagCard({ tag, sample, origin, actions, say }: TagCardProps) {
  const { setVisibility, samples, downloadFile, externalLinks } = actions
  const { links } = tag
  return (
    <article className="hung" aria-labelledby={`skill-${tag.id}`} data-category={tag.hue ?? undefined}>
      <TagFace tag={tag} mark={sample ? 'Sample' : tag.mark} />
      <p className="print-only">
        Check it at {origin}
        {verifyPath(tag.id)}
      </p>
      <div className="tag-foot">
        {setVisibility && tag.visibility && (
          <VisibilitySelect {...{ tag, setVisibility, say }} visibility={tag.visibility} />
        )}
        <TagActions {...{ tag, actions, say }} />
        {links && downloadFile && externalLinks && (
          <DownloadMenu {...{ downloadFile, externalLinks, say }} tag={{ ...tag, links }} />
        )}
        {samples && (
          <Suspense>
            <TagSamples {...{ tag, samples, say }} />
          </Suspense>
        )}
      </div>
    </article>
  )
}

function TagActions({ tag, actions, say }: Pick<TagCardProps, 'tag' | 'actions' | 'say'>) {
  const { shareTag, downloadCertificate, downloadFile } = actions
  const ofSkill = <span className="visually-hidden"> {tag.skill}</span>
  return (
    <p className="tag-actions">
      {shareTag && <TagAction icon="share" label={<>Share{ofSkill}</>} act={() => shareTag(tag)} say={say} />}
      {tag.visibility === 'PRIVATE' ? (
        <TagAction icon="search" label={<>View{ofSkill}</>} act={sayPrivate} say={say} />
      ) : (
        <Link className="tag-action" href={verifyPath(tag.id)}>
          <Icon name="search" size={18} />
          View{ofSkill}
        </Link>
      )}
      {downloadCertificate && (
        <TagAction
          icon="download"
          label={
            <>
              <span className="visually-hidden">Download </span>Certificate{ofSkill}
            </>
          }
          act={() => downloadCertificate(tag)}
          say={say}
        />
      )}
      {downloadFile && (
        <TagAction
          icon="ledger"
          label={
            <>
              <span className="visually-hidden">Download Certificate as </span>PDF{ofSkill}
            </>
          }
          act={() => downloadFile(tag, 'certificate.pdf')}
          say={say}
        />
      )}
    </p>
  )
}

type TagActionProps = Omit<ComponentProps<typeof ActionButton>, 'className'>

const TagAction = (props: TagActionProps) => <ActionButton className="tag-action" {...props} />

/** The check is anonymous, so that it finds a private tag for no one, not even the holder. */
const sayPrivate: Act = () =>
  Promise.resolve({
    text: 'This TrustTag is private, so its check finds nothing. Choose Link only or Public to view it.',
    failed: true,
  })

interface VisibilitySelectProps extends Pick<PanelProps, 'say'> {
  tag: ProfileTag
  visibility: Visibility
  setVisibility: NonNullable<ProfileActions['setVisibility']>
}

function VisibilitySelect({ tag, visibility, setVisibility, say }: VisibilitySelectProps) {
  const set: Act<[Visibility]> = (next) => setVisibility(tag, next)
  const { busy, run } = useAct(set, say)
  return (
    <label className="show-to">
      <span>
        Who can see it<span className="visually-hidden">: {tag.skill}</span>
      </span>
      <select
        value={visibility}
        aria-disabled={busy || undefined}
        onChange={({ currentTarget: { value } }) => isVisibility(value) && run(value)}
      >
        {visibilities.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Loaded on first opening: most visitors never open it. */
function DownloadMenu(props: DownloadMenuProps) {
  const [Parts, setParts] = useState<ComponentType<DownloadMenuProps> | null>(null)
  const load: Act = async () => {
    const { DownloadMenuContent } = await import('./download-menu-content')
    setParts(() => DownloadMenuContent)
    return NOTHING_TO_SAY
  }
  const { run } = useAct(load, props.say)
  return (
    <details className="take-along" onToggle={() => Parts ?? run()}>
      <summary>
        Download and share<span className="visually-hidden"> {props.tag.skill}</span>
      </summary>
      {Parts && <Parts {...props} />}
    </details>
  )
}
