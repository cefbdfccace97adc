import { descriptions } from '../content/descriptions'
import { siteConfig } from '../content/site-config'
import { documentTitle, indexedRoutes, type RouteName, routes, sharedRoutes } from '../paths'
import { escapeHtml, SHARE_IMAGE, shareImageText } from './pictures'
import { addressOf, shareImagePath, SITE_URL } from './site-files'

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

type Thing = Record<string, unknown>

const ORGANIZATION = `${SITE_URL}/#organization`
const WEBSITE = `${SITE_URL}/#website`

/** What a page says of itself to machines, in the words of schema.org: who is behind the site, and where the page stands. */
function structuredData(name: RouteName): Thing {
  const things = name === 'home' ? [organization(), website()] : [page(name), breadcrumbs(name)]
  return { '@context': 'https://schema.org', '@graph': things }
}

/** Data as an element of the head: no text in it can end the element. */
export const dataBlock = (data: Thing): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`

function organization(): Thing {
  const { email, phone } = siteConfig.contact
  return {
    '@type': 'Organization',
    '@id': ORGANIZATION,
    name: siteConfig.name,
    url: `${SITE_URL}/`,
    logo: `${SITE_URL}/apple-touch-icon.png`,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email,
      telephone: phone.href.replace('tel:', ''),
      url: addressOf('contact'),
    },
  }
}

function website(): Thing {
  return {
    '@type': 'WebSite',
    '@id': WEBSITE,
    name: siteConfig.name,
    url: `${SITE_URL}/`,
    description: descriptions.home,
    inLanguage: 'en',
    publisher: { '@id': ORGANIZATION },
  }
}

function page(name: RouteName): Thing {
  return {
    '@type': name === 'contact' ? 'ContactPage' : 'WebPage',
    '@id': addressOf(name),
    url: addressOf(name),
    name: documentTitle(name),
    description: descriptions[name],
    inLanguage: 'en',
    isPartOf: { '@id': WEBSITE },
  }
}

function breadcrumbs(name: RouteName): Thing {
  const trail = [
    { name: siteConfig.name, item: addressOf('home') },
    { name: routes[name].heading, item: addressOf(name) },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name: called, item }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: called,
      item,
    })),
  }
}
