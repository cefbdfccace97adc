import { scoreText } from '../../../contract/tag-texts'
import type { OwnTagFile } from '../../../contract/own-tag-files'
import { Icon, type IconName } from '../../ui/icon'
import { linkedInLink } from '../issue/linked-in'
import { ActionButton } from './buttons'
import type { Act, DownloadMenuProps } from './profile-actions'
import type { HeldProfileTag, ProfileTag } from './profile-view'

export function DownloadMenuContent({ tag, downloadFile, externalLinks, say }: DownloadMenuProps) {
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
      {why === null ? <OnOtherPages {...{ tag, externalLinks, say }} /> : <p className="soft">{why}</p>}
    </div>
  )
}

/** Null if others can check it. */
function whyNotShown({ visibility, status }: ProfileTag): string | null {
  if (status !== 'verified') return 'This TrustTag is no longer valid, so it can’t be shared.'
  if (visibility !== 'PRIVATE') return null
  return 'It is private, so others cannot check it or see its badge. Choose Link only or Public to add it to LinkedIn or to a page.'
}

const files: readonly { file: OwnTagFile; icon: IconName; label: string; hint: string }[] = [
  { file: 'everything.zip', icon: 'folder', label: 'Everything', hint: 'All files in one ZIP' },
  { file: 'credential.json', icon: 'download', label: 'Credential', hint: 'As Open Badges 3.0' },
  { file: 'proof.tlog-proof', icon: 'download', label: 'Proof', hint: 'Of its log entry' },
  { file: 'presentation.json', icon: 'download', label: 'Wallet file', hint: 'For wallet apps' },
  { file: 'badge.png', icon: 'download', label: 'Badge as PNG', hint: 'Contains the credential' },
  { file: 'badge.svg', icon: 'download', label: 'Badge as SVG', hint: 'Sharp at any size' },
]

function OnOtherPages({ tag, externalLinks: { copy, addressOfFile }, say }: Omit<DownloadMenuProps, 'downloadFile'>) {
  const snippet = badgeSnippet(tag)
  const copySnippet: Act = async () =>
    (await copy({ title: '', url: snippet })) === 'copied'
      ? { text: 'Copied.' }
      : { text: 'It could not be copied. Please select the text and copy it.', failed: true }
  const ofSkill = <span className="visually-hidden"> {tag.skill}</span>
  return (
    <>
      <p className="actions">
        <a
          className="button quiet"
          href={linkedInLink({ ...tag, ...tag.links })}
          target="_blank"
          rel="noopener noreferrer"
        >
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

/** CSS pixels. */
export const BADGE_SIDE = 160

export const badgeAddress = ({ links: { filesUrl } }: HeldProfileTag): string => `${filesUrl}/badge.svg`

/** Alt text of the badge. */
export const badgeText = (tag: ProfileTag): string => `TrustTag: ${tag.skill}, ${scoreText(tag)}. Check it.`

/** HTML without a script. The image itself shows when the TrustTag is no longer valid. */
export function badgeSnippet(tag: HeldProfileTag): string {
  const [src, alt] = [badgeAddress(tag), badgeText(tag)]
  return `<a href="${escape(tag.links.url)}"><img src="${escape(src)}" alt="${escape(alt)}" width="${BADGE_SIDE}" height="${BADGE_SIDE}"></a>`
}

/** Skill names are free text. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
