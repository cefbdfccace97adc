import type { ProfileTag } from './profile-view'

/** How wide and high the badge is shown, in CSS pixels. */
export const BADGE_SIDE = 160

/** A TrustTag of whoever looks at their profile. */
export type HeldProfileTag = ProfileTag & Required<Pick<ProfileTag, 'takeAlong'>>

/** Where the badge of a TrustTag stands. */
export const badgeAddress = ({ takeAlong: { filesUrl } }: HeldProfileTag): string => `${filesUrl}/badge.svg`

/** What it says to who cannot see it. */
export const badgeText = ({ skill, score }: ProfileTag): string => `TrustTag: ${skill}, ${score}%. Check it.`

/** A badge for any page, as HTML without a script: it says by itself when it does not count any more. */
export function badgeSnippet(tag: HeldProfileTag): string {
  const [src, alt] = [badgeAddress(tag), badgeText(tag)]
  return `<a href="${escape(tag.takeAlong.url)}"><img src="${escape(src)}" alt="${escape(alt)}" width="${BADGE_SIDE}" height="${BADGE_SIDE}"></a>`
}

/** For attributes: a skill may be called anything. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
