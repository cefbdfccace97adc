import type { OwnTagFile } from '../../../contract/own-tag-files'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { ShareLink } from '../../lib/browser'
import type { SiteApi } from '../../lib/site-api'
import type { Visibility } from '../issue/visibilities'
import type { HeldProfileTag, ProfileTag, ProfileView, SettingName } from './profile-view'

/** What came of an action, to be said on the page. An empty text says nothing. */
export interface Outcome {
  text: string
  failed?: true
}

export type Act<Input extends unknown[] = []> = (...input: Input) => Promise<Outcome>

/** What brings a TrustTag to other pages. */
export interface ExternalLinks {
  /** By the clipboard alone. */
  copy: ShareLink
  /** Where this page may show what stands at a path of the API. */
  addressOfFile: SiteApi['addressOfFile']
}

/** What can be done on a profile. What is left out is not offered. */
export interface ProfileActions {
  editProfile: Act
  deleteAccount: Act
  shareProfile?: Act
  downloadPortfolio?: Act
  exportPortfolio?: Act
  shareTag?: Act<[ProfileTag]>
  /** As text. */
  downloadCertificate?: Act<[ProfileTag]>
  /** Its other files, the certificate to print among them. */
  downloadFile?: Act<[ProfileTag, OwnTagFile]>
  /** What taking it along needs besides. */
  externalLinks?: ExternalLinks
  setVisibility?: Act<[ProfileTag, Visibility]>
  /** @param on what it is set to */
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

/** What happens on the sample: a TrustTag of it can be shared, everything else is for those who log in. */
export function sampleActions(
  shareTag: NonNullable<ProfileActions['shareTag']>,
): Required<Omit<ProfileActions, 'downloadFile' | 'externalLinks' | 'setVisibility' | 'refund'>> {
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

/** What the parts of a profile get. */
export interface PanelProps {
  view: ProfileView
  actions: ProfileActions
  /** Says on the page what came of an action. */
  say: (outcome: Outcome) => void
}
