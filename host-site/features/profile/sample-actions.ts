import type { Act, Outcome, ProfileActions } from './profile-actions'

const offer = (what: string): Promise<Outcome> =>
  Promise.resolve({ text: `This is a sample profile. Log in to ${what}.` })

/** What happens on the sample: a TrustTag of it can be shared, everything else is for those who log in. */
export function sampleActions(
  shareTag: NonNullable<ProfileActions['shareTag']>,
): Required<Omit<ProfileActions, 'downloadFile' | 'elsewhere' | 'showTo' | 'refund'>> {
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
