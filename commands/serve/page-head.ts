import type { ShownTag } from '../../api/features/tags/verify'
import type { ShownProfile, SiteLookUps } from '../../api/http/site-look-ups'
import type { PublicUrls } from '../../api/ports/services'

/** What the head of a page says of what it shows. */
interface PageHead {
  title: string
  description: string
  /** Address of the page. */
  url: string
  /** Address of a picture, 1200 by 630; without it the page's own stays. */
  image?: string
  imageText?: string
  /** Whether search engines should list it. */
  isListed: boolean
}

const NOINDEX = '<meta name="robots" content="noindex" />'

/** Puts a head into a prerendered page, in the place of what it says of itself; what it does not say is added. */
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

/** Structured data must describe what this page shows, not the page that it was made from. */
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

/** A page that reads from its address what it shows. */
const TAG_PAGE = /^\/verify\/([^/]+)\/?$/
const PROFILE_PAGE = /^\/t\/([^/]+)\/?$/

/** The path whose prerendered page answers for a path. */
export const pathOfPage = (pathname: string): string =>
  pathname.replace(TAG_PAGE, '/verify').replace(PROFILE_PAGE, '/t')

interface ParticularPage {
  /** As in a URL. */
  pathname: string
  /** Id of the app in the page's membership tag. */
  appId: string
  /** IP address of the client. */
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
