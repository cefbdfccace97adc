import type { MembershipClient } from '../public'
import { refreshMember } from '../stores/identity'
import { $identity } from '../stores/session'
import type { ClientContext } from './context'
import { isCurrent, tokenOf } from './member'

type ProfileImageMethods = Pick<MembershipClient, 'updateMemberProfileImage' | 'deleteMemberProfileImage'>

/** The member's picture. */
export function profileImageMethods({ call }: ClientContext): ProfileImageMethods {
  const show = (token: string | undefined, profileImage: string | null): void => {
    const { member } = $identity.get()
    if (member && isCurrent(token)) refreshMember({ ...member, profileImage })
  }
  const remove: MembershipClient['deleteMemberProfileImage'] = async (options) => {
    const token = tokenOf(options)
    const answer = await call('deleteProfileImage', {}, { ...options, token })
    show(token, null)
    return answer
  }
  return {
    async updateMemberProfileImage(params, options) {
      const { profileImage } = { ...params }
      if (profileImage === null) return remove(options)
      const token = tokenOf(options)
      const answer = await call('updateProfileImage', { profileImage }, { ...options, token })
      show(token, answer.data.profileImage)
      return answer
    },
    deleteMemberProfileImage: remove,
  }
}
