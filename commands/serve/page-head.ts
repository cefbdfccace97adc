import { scoreText, nameText, reviewText } from '../../contract/tag-texts'
import type { ShownTag } from '../../api/features/tags/verify'
import type { ShownProfile, SiteLookups } from '../../api/features/profiles/profile'
import type { PublicUrls } from '../../api/http/services'

interface PageHead {
  title: string
  description: string
  url: string
  /** URL of an image, 1200 by 630; without it the page's own stays. */
  image?: string
  imageText?: string
  /** Whether search engines may list it. */
  isListed: boolean
}

const NOINDEX = '<meta name="robots" content="noindex" />'

/** Replaces the head tags of a prerendered page, and adds missing ones. */
export function withHead(page: string, head: PageHead): string {
  const { title, description, url, image, imageText, isListed } = head
  const tags: [start: string, text: string | undefined][] = [
    ['<meta name="description" content="', description],
    ['<link rel="canonical" href="', url],
    ['<meta property="og:title" content="', title],
    ['<meta property="og:description" content="', description],
    ['<meta property="og:url" content="', url],
    ['<meta property="og:image" content="', image],
    ['<meta property="og:image:alt" content="', imageText],
  ]
  const titled = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`).replace(NOINDEX, '')
  const filled = withData(
    tags.reduce((text, [start, content]) => withTag(text, start, content), titled),
    head,
  )
  return isListed ? filled : add(filled, NOINDEX)
}

/** The page's structured data describes the generic page, so it is replaced. */
function withData(page: string, { title, description, url }: PageHead): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: 'en',
  }
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return page.replace(DATA_BLOCK, (_block, start: string) => `${start}${text}</script>`)
}

const DATA_BLOCK = /(<script type="application\/ld\+json">)[^<]*<\/script>/u

/** @param start of the tag, up to the quote before its content */
function withTag(page: string, start: string, content: string | undefined): string {
  if (content === undefined) return page
  const at = page.indexOf(start)
  if (at === -1) return add(page, `${start}${escapeHtml(content)}" />`)
  const from = at + start.length
  return page.slice(0, from) + escapeHtml(content) + page.slice(page.indexOf('"', from))
}

const add = (page: string, tag: string): string => page.replace('</head>', () => `  ${tag}\n  </head>`)

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)

/** Pages whose content depends on their path. */
const TAG_PAGE = /^\/verify\/([^/]+)\/?$/
const PROFILE_PAGE = /^\/t\/([^/]+)\/?$/

/** The path of the prerendered page that is served for a path. */
export const pathOfPage = (pathname: string): string =>
  pathname.replace(TAG_PAGE, '/verify').replace(PROFILE_PAGE, '/t')

interface ParticularPage {
  /** As in a URL. */
  pathname: string
  /** ID of the app in the page's membership tag. */
  appId: string
  /** Client IP address. */
  address: string
}

/** Null unless the path names a TrustTag or profile that exists. */
export async function particularHead(
  lookUps: SiteLookups,
  urls: PublicUrls,
  { pathname, appId, address }: ParticularPage,
): Promise<PageHead | null> {
  const [id, slug] = [TAG_PAGE, PROFILE_PAGE].map((page) => decoded(page.exec(pathname)?.[1]))
  const tag = id ? await lookUps.findTag(id, address) : null
  if (tag) return tagHead(urls, tag)
  const profile = slug ? await lookUps.findProfile(appId, slug, address) : null
  return profile && slug ? profileHead(`${urls.site}/t/${encodeURIComponent(slug)}`, profile) : null
}

/** Prefix for a TrustTag that is not simply valid. */
const marks = { revoked: 'Revoked: ', expired: 'Expired: ', test: 'Test: ', sample: 'Sample: ', none: '' } as const

function tagHead({ api }: PublicUrls, { tag, isListed }: ShownTag): PageHead {
  const { trustTagId, skill, holderName, status, mode, url, nameState } = tag
  const mark = status === 'valid' ? marks[mode === 'live' ? 'none' : mode] : marks[status]
  const title = `${mark}${skill}, ${scoreText(tag)} · TrustTag of ${holderName} (${nameText(nameState).toLowerCase()})`
  return {
    title,
    description: `TrustTag ${trustTagId}: ${meanings[mode](tag)} Status: ${status}. Check it here, free and without an account.`,
    url,
    image: `${api}/trusttag/tags/${encodeURIComponent(trustTagId)}/og.png`,
    imageText: `${title}, ${trustTagId}`,
    isListed,
  }
}

type Earned = Pick<
  ShownTag['tag'],
  'holderName' | 'nameState' | 'skill' | 'score' | 'band' | 'questions' | 'isGeneral' | 'isReviewed'
>

/** A test or sample proves nothing about its holder. */
const meanings = {
  live: (tag: Earned) =>
    `${tag.holderName} (${nameText(tag.nameState).toLowerCase()}) passed the assessment for ${tag.skill} with ${scoreText(tag)}${tag.isGeneral ? ', general questions on safety and quality' : ''}. ${reviewText(tag.isReviewed)}.`,
  test: (tag: Earned) => `made in Test Mode, it proves nothing about anyone. ${reviewText(tag.isReviewed)}.`,
  sample: () => 'a sample without a holder.',
} as const

function profileHead(url: string, { profile, isListed }: ShownProfile): PageHead {
  const { nameState, headline, tags } = profile
  const name = `${profile.name} (${nameText(nameState).toLowerCase()})`
  const skills = tags.map((tag) => `${tag.skill} ${scoreText(tag)}`).join(', ')
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
