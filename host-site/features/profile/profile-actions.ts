import type { OwnTagFile } from '../../../contract/own-tag-files'
import type { TagPurchase } from '../../../contract/schemas/tag-purchases'
import type { ShareLink } from '../../lib/share-link'
import type { SiteApi } from '../../lib/site-api'
import type { Visibility } from '../issue/visibilities'
import type { ProfileTag, SettingName } from './profile-view'

/** What came of an action, to be said on the page. An empty text says nothing. */
export interface Outcome {
  text: string
  failed?: true
}

export type Act<Input extends unknown[] = []> = (...input: Input) => Promise<Outcome>

/** What brings a TrustTag to other pages. */
export interface Elsewhere {
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
  elsewhere?: Elsewhere
  showTo?: Act<[ProfileTag, Visibility]>
  /** @param on what it is set to */
  toggle?: Act<[setting: SettingName, on: boolean]>
  exportData?: Act
  refund?: Act<[TagPurchase]>
}

export const NOTHING_TO_SAY: Outcome = { text: '' }
