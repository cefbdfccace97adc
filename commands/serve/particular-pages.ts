import type { ShownProfile, SiteLookUps } from '../../api/http/site-look-ups'
import type { ShownTag } from '../../api/features/tags/verify'
import type { PublicUrls } from '../../api/ports/services'
import type { PageHead } from './page-head'

/** A page that reads from its address what it shows. */
const TAG_PAGE = /^\/verify\/([^/]+)\/?$/
const PROFILE_PAGE = /^\/t\/([^/]+)\/?$/

/** The path whose prerendered page answers for a path. */
export const pathOfPage = (pathname: string): string =>
  pathname.replace(TAG_PAGE, '/verify').replace(PROFILE_PAGE, '/t')

export interface ParticularPage {
  /** As in a URL. */
  pathname: string
  /** Id of the app in the page's membership tag. */
  appId: string
  /** Of whoever asks. */
  address: string
}

/** What the head of a page says that shows a TrustTag or a profile; null where the page shows neither, or none is found. */
export async function particularHead(
  lookUps: SiteLookUps,
  urls: PublicUrls,
  { pathname, appId, address }: ParticularPage,
): Promise<PageHead | null> {
  const [id, slug] = [TAG_PAGE, PROFILE_PAGE].map((page) => decoded(page.exec(pathname)?.[1]))
  const tag = id ? await lookUps.findTag(id, address) : null
  if (tag) return tagHead(urls, tag)
  const profile = slug ? await lookUps.findProfile(appId, slug, address) : null
  return profile && slug ? profileHead(`${urls.site}/t/${encodeURIComponent(slug)}`, profile) : null
}

/** What to say first of one that does not simply count. */
const marks = { revoked: 'Revoked: ', expired: 'Expired: ', test: 'Test: ', sample: 'Sample: ', none: '' } as const

function tagHead({ api }: PublicUrls, { tag, isListed }: ShownTag): PageHead {
  const { trustTagId, skill, score, holderName, status, mode, url, isGeneral } = tag
  const mark = status === 'valid' ? marks[mode === 'live' ? 'none' : mode] : marks[status]
  const title = `${mark}${skill}, ${score}% · TrustTag of ${holderName}`
  return {
    title,
    description: `TrustTag ${trustTagId}: ${meanings[mode]({ holderName, skill, score, isGeneral })} Status: ${status}. Check it here, free and without an account.`,
    url,
    image: `${api}/trusttag/tags/${encodeURIComponent(trustTagId)}/og.png`,
    imageText: `${title}, ${trustTagId}`,
    isListed,
  }
}

type Earned = Pick<ShownTag['tag'], 'holderName' | 'skill' | 'score' | 'isGeneral'>

/** What a TrustTag says of its holder: nothing, where it is not a real one. */
const meanings = {
  live: ({ holderName, skill, score, isGeneral }: Earned) =>
    `${holderName} passed the assessment for ${skill} with ${score}%${isGeneral ? ', general questions on safety and quality' : ''}.`,
  test: () => 'made in Test Mode, it proves nothing about anybody.',
  sample: () => 'a sample, which nobody holds.',
} as const

function profileHead(url: string, { profile, isListed }: ShownProfile): PageHead {
  const { name, headline, tags } = profile
  const skills = tags.map(({ skill, score }) => `${skill} ${score}%`).join(', ')
  return {
    title: `${name} · TrustTag`,
    description: `${[name, ...(headline === null ? [] : [headline])].join(', ')}. Proved: ${skills}.`,
    url,
    isListed,
  }
}

function decoded(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
