import { useCallback } from 'react'
import type { Call } from '../../../contract/schemas'
import type { TagProfile } from '../../../contract/schemas/tag-profiles'
import type { SaveFile, ShareLink } from '../../lib/browser'
import type { MembershipResult } from '../../lib/membership'
import type { CallFailure, SiteApi, SiteDownload } from '../../lib/site-api'
import { type Loaded, useLoaded } from '../../lib/use-loaded'
import { type Account, accountTexts, failureText } from '../account/account'
import { loadMemberCredits, type MemberCredits } from '../issue/member-credits'
import type { Visibility } from '../issue/visibilities'
import type { Outcome, ProfileActions } from './profile-actions'
import { type ProfileTag, verifyPath } from './profile-view'

interface MemberActionDeps {
  api: Pick<SiteApi, 'call' | 'download' | 'addressOfFile'>
  account: Pick<Account, 'editProfile' | 'deleteAccount'>
  share: ShareLink
  /** Copies to the clipboard; opens no share sheet. */
  copy: ShareLink
  save: SaveFile
  /** Origin of the site. */
  origin: string
  data: ProfileData
  change: Loaded<ProfileData>['change']
  reload: () => Promise<void>
}

/** Seed 000 section 8. */
const DOWNLOAD_FAILED = 'Download failed. Please try again.'
const NOT_SAVED = 'This could not be saved. Nothing was changed.'
const REFUND_FAILED = 'The refund could not be started. Please try again.'

export function memberActions(deps: MemberActionDeps): Required<ProfileActions> {
  const { api, account, share, copy, origin, data, reload } = deps
  const save = saving(deps)
  return {
    editProfile: async () => outcomeOf(await account.editProfile(), accountTexts.editFailed),
    deleteAccount: async () => outcomeOf(await account.deleteAccount(), accountTexts.deleteFailed),
    shareProfile: () => shareProfile(data.profile, share),
    async shareTag(tag) {
      const outcome = await shareTag(tag, origin, share)
      if (outcome.failed) return outcome
      // The note only feeds the activity list: sharing has worked even if it fails.
      const noted = await api.call('noteShare', { tagId: tag.id })
      if (noted.success) await reload()
      return outcome
    },
    downloadPortfolio: async () => save.text(await api.call('getPortfolioText', {})),
    exportPortfolio: () => save.file('getPortfolioArchive', {}),
    downloadCertificate: async ({ id }) => save.text(await api.call('getCertificateText', { tagId: id })),
    downloadFile: ({ id }, file) => save.file('getOwnTagFile', { tagId: id, file }),
    externalLinks: { copy, addressOfFile: api.addressOfFile },
    samples: api,
    async exportData() {
      const result = await api.call('exportMyData', {})
      if (!result.success) return failed(result, DOWNLOAD_FAILED)
      const { fileName, ...content } = result.data
      return save.as(fileName, 'application/json', `${JSON.stringify(content, null, 2)}\n`)
    },
    ...changing(deps),
  }
}

/** Changes show at once, and are reverted if the server refuses them. */
function changing({
  api,
  change,
  reload,
}: MemberActionDeps): Required<Pick<ProfileActions, 'toggle' | 'setVisibility' | 'refund'>> {
  // Applied to the newest state: another switch may have changed in between.
  const set = (changes: Partial<TagProfile>) =>
    change((shown) => ({ ...shown, profile: { ...shown.profile, ...changes } }))
  const show = (id: string, visibility: Visibility) =>
    change((shown) => ({ ...shown, profile: withVisibility(shown.profile, id, visibility) }))
  return {
    async toggle(setting, on) {
      set({ [setting]: on })
      const result = await api.call('updateTagProfile', { [setting]: on })
      if (!result.success) {
        set({ [setting]: !on })
        return failed(result, NOT_SAVED)
      }
      // The first setting gives the profile its slug.
      const { slug, publicUrl } = result.data
      set({ slug, publicUrl, [setting]: result.data[setting] })
      return { text: 'Saved.' }
    },
    async setVisibility({ id, visibility: before = 'LINK' }, visibility) {
      show(id, visibility)
      const result = await api.call('updateTag', { tagId: id, visibility })
      if (!result.success) show(id, before)
      return result.success ? { text: 'Saved.' } : failed(result, NOT_SAVED)
    },
    async refund({ id }) {
      const result = await api.call('refundTagPurchase', { purchaseId: id })
      if (!result.success) return failed(result, REFUND_FAILED)
      await reload()
      return { text: result.message }
    },
  }
}

const withVisibility = (profile: TagProfile, id: string, visibility: Visibility): TagProfile => ({
  ...profile,
  tags: profile.tags.map((tag) => (tag.trustTagId === id ? Object.assign({}, tag, { visibility }) : tag)),
})

function saving({ api, save }: MemberActionDeps) {
  const as = (fileName: string, type: string, content: string): Outcome => {
    save(new Blob([content], { type: `${type};charset=utf-8` }), fileName)
    return { text: `${fileName} has been downloaded.` }
  }
  return {
    as,
    text: (result: { success: true; data: { fileName: string; text: string } } | CallFailure): Outcome =>
      result.success ? as(result.data.fileName, 'text/plain', result.data.text) : failed(result, DOWNLOAD_FAILED),
    async file<K extends SiteDownload>(name: K, input: Call<K>): Promise<Outcome> {
      const result = await api.download(name, input)
      if (!result.success) return failed(result, DOWNLOAD_FAILED)
      save(result.file, result.fileName)
      return { text: `${result.fileName} has been downloaded.` }
    },
  }
}

const outcomeOf = (result: MembershipResult, otherwise: string): Outcome =>
  result.success ? { text: '' } : { text: failureText(result, otherwise), failed: true }

/** A fixed message, followed by the server's. */
const failed = ({ error }: CallFailure, sentence: string): Outcome => ({
  text: [sentence, error].filter(Boolean).join(' '),
  failed: true,
})

/** Shares the public profile, if it shows anything. */
async function shareProfile(
  { publicProfile, publicUrl, tags }: Pick<TagProfile, 'publicProfile' | 'publicUrl' | 'tags'>,
  share: ShareLink,
): Promise<Outcome> {
  if (!publicProfile) return refused('Your profile is not public. Turn on Public Profile under Settings first.')
  const isShown = tags.some(({ visibility, status }) => visibility === 'PUBLIC' && status !== 'revoked')
  if (!isShown || publicUrl === null)
    return refused('None of your TrustTags is public, so your profile would be empty. Make one public first.')
  const came = await share({ title: 'TrustTag profile', url: publicUrl })
  if (came === 'copied') return { text: 'The link to your profile has been copied.' }
  if (came === 'refused') return refused(`The link could not be copied. It is ${publicUrl}`)
  return { text: '' }
}

const refused = (text: string): Outcome => ({ text, failed: true })

/** @param origin of the site */
export async function shareTag(
  { id, skill, visibility }: ProfileTag,
  origin: string,
  share: ShareLink,
): Promise<Outcome> {
  if (visibility === 'PRIVATE')
    return { text: 'This TrustTag is private. Choose Link only or Public first, then share it.', failed: true }
  const url = origin + verifyPath(id)
  const came = await share({ title: `TrustTag: ${skill}`, url })
  if (came === 'copied') return { text: `The link to the TrustTag for ${skill} has been copied.` }
  if (came === 'refused') return { text: `The link could not be copied. It is ${url}`, failed: true }
  return { text: '' }
}

interface ProfileData {
  profile: TagProfile
  /** Null if it failed to load: the profile shows anyway. */
  memberCredits: MemberCredits | null
}

/** Claims this browser's attempts first, so that the profile includes them. */
export function useProfileData(api: Pick<SiteApi, 'call'>, memberId: string | null): Loaded<ProfileData> {
  const load = useCallback(async (): Promise<ProfileData | null> => {
    const memberCredits = await loadMemberCredits(api)
    const profile = await api.call('getTagProfile', {})
    return profile.success ? { profile: profile.data, memberCredits } : null
  }, [api])
  return useLoaded(memberId, load)
}
