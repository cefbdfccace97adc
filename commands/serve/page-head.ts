/** What the head of a page says of what it shows. */
export interface PageHead {
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

/** Data for machines that tells of another page, or of none, would say what this page does not show. */
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
