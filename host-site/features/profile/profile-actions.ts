import type { OwnTagFile } from '../../../contract/own-tag-files'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { ShareLink } from '../../lib/browser'
import type { SiteApi } from '../../lib/site-api'
import type { Visibility } from '../issue/visibilities'
import type { HeldProfileTag, ProfileTag, ProfileView, SettingName } from './profile-view'

/** Result of an action, shown on the page. Empty text shows nothing. */
export interface Outcome {
  text: string
  failed?: true
}

export type Act<Input extends unknown[] = []> = (...input: Input) => Promise<Outcome>

export interface ExternalLinks {
  /** Copies to the clipboard; opens no share sheet. */
  copy: ShareLink
  addressOfFile: SiteApi['addressOfFile']
}

/** Missing actions are not offered. */
export interface ProfileActions {
  editProfile: Act
  deleteAccount: Act
  shareProfile?: Act
  downloadPortfolio?: Act
  exportPortfolio?: Act
  shareTag?: Act<[ProfileTag]>
  /** The text certificate. */
  downloadCertificate?: Act<[ProfileTag]>
  /** The other files, including the PDF certificate. */
  downloadFile?: Act<[ProfileTag, OwnTagFile]>
  externalLinks?: ExternalLinks
  setVisibility?: Act<[ProfileTag, Visibility]>
  /** Calls about the files that checkers see. */
  samples?: Pick<SiteApi, 'call'>
  /** @param on the new value */
  toggle?: Act<[setting: SettingName, on: boolean]>
  exportData?: Act
  refund?: Act<[TagPurchase]>
}

export interface DownloadMenuProps extends Pick<PanelProps, 'say'> {
  tag: HeldProfileTag
  downloadFile: NonNullable<ProfileActions['downloadFile']>
  externalLinks: ExternalLinks
}

export const NOTHING_TO_SAY: Outcome = { text: '' }

const offer = (what: string): Promise<Outcome> =>
  Promise.resolve({ text: `This is a sample profile. Log in to ${what}.` })

/** A sample TrustTag can be shared; all else asks the visitor to log in. */
export function sampleActions(
  shareTag: NonNullable<ProfileActions['shareTag']>,
): Required<Omit<ProfileActions, 'downloadFile' | 'externalLinks' | 'setVisibility' | 'samples' | 'refund'>> {
  const only =
    (what: string): Act =>
    () =>
      offer(what)
  return {
    shareTag,
    editProfile: only('edit your own'),
    shareProfile: only('share your own'),
    downloadPortfolio: only('download your own TrustTags'),
    exportPortfolio: only('export your own portfolio'),
    downloadCertificate: only('download certificates of your own'),
    toggle: only('choose your own settings'),
    exportData: only('export your own data'),
    deleteAccount: only('manage your own account'),
  }
}

export interface PanelProps {
  view: ProfileView
  actions: ProfileActions
  /** Shows the outcome of an action. */
  say: (outcome: Outcome) => void
}
