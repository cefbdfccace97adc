import { descriptions } from '../content/descriptions'
import { siteConfig } from '../content/site-config'
import { documentTitle, indexedRoutes, sharedRoutes, type RouteName } from '../paths'
import { addressOf, shareImagePath, SITE_URL } from './addresses'
import { escapeHtml } from './escape-html'
import { SHARE_IMAGE, shareImageText } from './share-image'
import { dataBlock, structuredData } from './structured-data'

/** What the head of a page says to browsers, search engines and those who show a shared link. */
export function headTags(name: RouteName): string[] {
  const description = descriptions[name]
  return [
    `<title>${escapeHtml(documentTitle(name))}</title>`,
    tag('meta', { name: 'description', content: description }),
    ...(sharedRoutes.includes(name) ? forSharing(name) : []),
    ...(indexedRoutes.includes(name)
      ? [dataBlock(structuredData(name))]
      : [tag('meta', { name: 'robots', content: 'noindex' })]),
  ]
}

function forSharing(name: RouteName): string[] {
  const property = (key: string, content: string | number) => tag('meta', { property: key, content: String(content) })
  return [
    tag('link', { rel: 'canonical', href: addressOf(name) }),
    property('og:site_name', siteConfig.name),
    property('og:type', 'website'),
    property('og:title', documentTitle(name)),
    property('og:description', descriptions[name]),
    property('og:url', addressOf(name)),
    property('og:image', SITE_URL + shareImagePath(name)),
    property('og:image:type', 'image/png'),
    property('og:image:width', SHARE_IMAGE.width),
    property('og:image:height', SHARE_IMAGE.height),
    property('og:image:alt', shareImageText(name)),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  ]
}

const tag = (element: 'link' | 'meta', attributes: Record<string, string>): string =>
  `<${element} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escapeHtml(value)}"`)
    .join(' ')} />`
