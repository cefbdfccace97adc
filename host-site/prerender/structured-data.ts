import { siteConfig } from '../content/site-config'
import { descriptions } from '../content/descriptions'
import { documentTitle, routes, type RouteName } from '../paths'
import { addressOf, SITE_URL } from './addresses'

type Thing = Record<string, unknown>

const ORGANIZATION = `${SITE_URL}/#organization`
const WEBSITE = `${SITE_URL}/#website`

/** What a page says of itself to machines, in the words of schema.org: who is behind the site, and where the page stands. */
export function structuredData(name: RouteName): Thing {
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
