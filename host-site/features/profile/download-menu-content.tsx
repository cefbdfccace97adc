import type { OwnTagFile } from '../../../contract/own-tag-files'
import { Icon, type IconName } from '../../ui/icon'
import { ActionButton } from './buttons'
import type { Act, DownloadMenuProps } from './profile-actions'
import type { HeldProfileTag, ProfileTag } from './profile-view'

/** The files of a TrustTag, the way to LinkedIn, and its badge for other pages. */
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
function OnOtherPages({ tag, externalLinks: { copy, addressOfFile }, say }: Omit<DownloadMenuProps, 'downloadFile'>) {
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

/** How wide and high the badge is shown, in CSS pixels. */
export const BADGE_SIDE = 160

/** Where the badge of a TrustTag stands. */
export const badgeAddress = ({ links: { filesUrl } }: HeldProfileTag): string => `${filesUrl}/badge.svg`

/** What it says to who cannot see it. */
export const badgeText = ({ skill, score }: ProfileTag): string => `TrustTag: ${skill}, ${score}%. Check it.`

/** A badge for any page, as HTML without a script: it says by itself when it does not count any more. */
export function badgeSnippet(tag: HeldProfileTag): string {
  const [src, alt] = [badgeAddress(tag), badgeText(tag)]
  return `<a href="${escape(tag.links.url)}"><img src="${escape(src)}" alt="${escape(alt)}" width="${BADGE_SIDE}" height="${BADGE_SIDE}"></a>`
}

/** For attributes: a skill may be called anything. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * LinkedIn's form for a certification, filled in. Nothing is sent to LinkedIn before the person follows it, and nothing is
 * added before they confirm it there.
 */
export function linkedInLink({ id, skill, mark, issueDate, links: { url, expiresAt } }: HeldProfileTag): string {
  const link = new URL('https://www.linkedin.com/profile/add')
  const fields = {
    startTask: 'CERTIFICATION_NAME',
    name: `TrustTag: ${skill}${mark === undefined ? '' : ` (${mark})`}`,
    organizationName: 'TrustTag',
    ...monthOf('issue', issueDate),
    ...(expiresAt !== null && monthOf('expiration', expiresAt)),
    certUrl: url,
    certId: id,
  }
  for (const [name, value] of Object.entries(fields)) link.searchParams.set(name, value)
  return link.href
}

/** Months count from 1. @param day ISO 8601 */
function monthOf(name: 'issue' | 'expiration', day: string): Record<string, string> {
  const date = new Date(day)
  return { [`${name}Year`]: String(date.getUTCFullYear()), [`${name}Month`]: String(date.getUTCMonth() + 1) }
}
