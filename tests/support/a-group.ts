import type { ContentGroup } from '../../contract/entities'

/** A content group for all members, as the API returns it. */
export const aGroup = (key: string, changes: Partial<ContentGroup> = {}): ContentGroup => ({
  id: `grp_${key}`,
  key,
  name: key,
  allowAllMembers: true,
  redirect: '/denied',
  urls: [],
  plans: [],
  ...changes,
})
