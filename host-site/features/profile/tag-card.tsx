import { Link } from 'wouter'
import { Icon } from '../../ui/icon'
import { ActionButton } from './action-button'
import type { PanelProps } from './panel'
import type { Act } from './profile-actions'
import type { ProfileTag } from './profile-view'
import { ShowTo } from './show-to'
import { TagFace } from './tag-face'
import { TakeAlong } from './take-along'
import { verifyPath } from './verify-path'

export interface TagCardProps extends Omit<PanelProps, 'view'> {
  tag: ProfileTag
  sample: boolean
  /** Of the site, for the address that is printed. */
  origin: string
}

/** One TrustTag on its thread, and what can be done with it beneath. */
export function TagCard({ tag, sample, origin, actions, say }: TagCardProps) {
  const { showTo, downloadFile, elsewhere } = actions
  const { takeAlong } = tag
  return (
    <article className="hung" aria-labelledby={`skill-${tag.id}`} data-category={tag.hue ?? undefined}>
      <TagFace tag={tag} mark={sample ? 'Sample' : tag.mark} />
      <p className="print-only">
        Check it at {origin}
        {verifyPath(tag.id)}
      </p>
      <div className="tag-foot">
        {showTo && tag.visibility && <ShowTo {...{ tag, showTo, say }} visibility={tag.visibility} />}
        <TagActions {...{ tag, actions, say }} />
        {takeAlong && downloadFile && elsewhere && (
          <TakeAlong {...{ downloadFile, elsewhere, say }} tag={{ ...tag, takeAlong }} />
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
      {shareTag && (
        <ActionButton
          className="tag-action"
          icon="share"
          label={<>Share{ofSkill}</>}
          act={() => shareTag(tag)}
          say={say}
        />
      )}
      {tag.visibility === 'PRIVATE' ? (
        <ActionButton className="tag-action" icon="search" label={<>View{ofSkill}</>} act={sayPrivate} say={say} />
      ) : (
        <Link className="tag-action" href={verifyPath(tag.id)}>
          <Icon name="search" size={18} />
          View{ofSkill}
        </Link>
      )}
      {downloadCertificate && (
        <ActionButton
          className="tag-action"
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
        <ActionButton
          className="tag-action"
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

/** Its check says that there is none, to its holder too: who asks there is nobody. */
const sayPrivate: Act = () =>
  Promise.resolve({
    text: 'This TrustTag is private, so its check says that there is none. Choose Link only or Public to view it.',
    failed: true,
  })
