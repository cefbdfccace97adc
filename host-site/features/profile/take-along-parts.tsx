import type { OwnTagFile } from '../../../contract/own-tag-files'
import type { IconName } from '../../ui/icon'
import { Icon } from '../../ui/icon'
import { ActionButton } from './action-button'
import { BADGE_SIDE, badgeAddress, badgeSnippet, badgeText } from './badge-snippet'
import { linkedInLink } from './linkedin-link'
import type { Act } from './profile-actions'
import type { ProfileTag } from './profile-view'

import type { TakeAlongProps } from './take-along'

/** The files of a TrustTag, the way to LinkedIn, and its badge for other pages. */
export function TakeAlongParts({ tag, downloadFile, elsewhere, say }: TakeAlongProps) {
  const why = whyNotShown(tag)
  return (
    <div className="take-along-parts">
      <ul className="take-along-files" aria-label={`Files for ${tag.skill}`}>
        {files.map(({ file, icon, label, hint }) => (
          <li key={file}>
            <ActionButton
              className="tag-action"
              icon={icon}
              label={label}
              act={() => downloadFile(tag, file)}
              say={say}
            />
            <span className="soft">{hint}</span>
          </li>
        ))}
      </ul>
      {why === null ? <OnOtherPages {...{ tag, elsewhere, say }} /> : <p className="soft">{why}</p>}
    </div>
  )
}

/** Null where others can see that it counts. */
function whyNotShown({ visibility, status }: ProfileTag): string | null {
  if (status !== 'verified') return 'It does not count any more, so it is not offered for LinkedIn or for other pages.'
  if (visibility !== 'PRIVATE') return null
  return 'It is private: its check and its badge answer nobody. Choose Link only or Public to add it to LinkedIn or to a page.'
}

const files: readonly { file: OwnTagFile; icon: IconName; label: string; hint: string }[] = [
  { file: 'everything.zip', icon: 'folder', label: 'Everything', hint: 'All of it in one ZIP' },
  { file: 'credential.json', icon: 'download', label: 'Credential', hint: 'As Open Badges 3.0' },
  { file: 'proof.tlog-proof', icon: 'download', label: 'Proof', hint: 'Of its log entry' },
  { file: 'presentation.json', icon: 'download', label: 'Wallet file', hint: 'For wallet apps' },
  { file: 'badge.png', icon: 'download', label: 'Badge as PNG', hint: 'Holds the credential' },
  { file: 'badge.svg', icon: 'download', label: 'Badge as SVG', hint: 'Sharp at any size' },
]

/** What shows it on other pages. */
function OnOtherPages({ tag, elsewhere: { copy, addressOfFile }, say }: Omit<TakeAlongProps, 'downloadFile'>) {
  const snippet = badgeSnippet(tag)
  const copySnippet: Act = async () =>
    (await copy({ title: '', url: snippet })) === 'copied'
      ? { text: 'Copied.' }
      : { text: 'It could not be copied. Please select the text and copy it by hand.', failed: true }
  const ofSkill = <span className="visually-hidden"> {tag.skill}</span>
  return (
    <>
      <p className="actions">
        <a className="button quiet" href={linkedInLink(tag)} target="_blank" rel="noopener noreferrer">
          <Icon name="share" size={18} />
          Add to LinkedIn{ofSkill}
        </a>
      </p>
      <div className="take-along-badge">
        <img
          src={addressOfFile(new URL(badgeAddress(tag)).pathname)}
          alt={badgeText(tag)}
          width={BADGE_SIDE}
          height={BADGE_SIDE}
          loading="lazy"
        />
        <label className="take-along-snippet">
          <span>Badge for your own page{ofSkill}</span>
          <textarea readOnly rows={5} value={snippet} spellCheck={false} />
        </label>
      </div>
      <p className="actions">
        <ActionButton
          className="tag-action"
          icon="edit"
          label={<>Copy the HTML{ofSkill}</>}
          act={copySnippet}
          say={say}
        />
      </p>
    </>
  )
}
