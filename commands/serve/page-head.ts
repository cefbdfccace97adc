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

/** Puts a head into a prerendered page, in the place of what it says of itself. */
export function withHead(page: string, head: PageHead): string {
  const { title, description, url, image, imageText, isListed } = head
  const contents: [tag: RegExp, text: string | undefined][] = [
    [contentOf('name', 'description'), description],
    [contentOf('property', 'og:title'), title],
    [contentOf('property', 'og:description'), description],
    [contentOf('property', 'og:url'), url],
    [contentOf('property', 'og:image'), image],
    [contentOf('property', 'og:image:alt'), imageText],
    [/(<link rel="canonical" href=")[^"]*(")/, url],
  ]
  const titled = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
  const filled = contents.reduce(
    (text, [tag, content]) =>
      content === undefined
        ? text
        : text.replace(tag, (_, before: string, after: string) => before + escapeHtml(content) + after),
    titled,
  )
  const plain = filled.replace(NOINDEX, '')
  return isListed ? plain : plain.replace('</head>', () => `  ${NOINDEX}\n  </head>`)
}

const contentOf = (kind: 'name' | 'property', name: string): RegExp =>
  new RegExp(`(<meta ${kind}="${name}" content=")[^"]*(")`)

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
