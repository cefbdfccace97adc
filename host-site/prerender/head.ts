import { ASSESSMENT_QUESTIONS } from '../../contract/limits'
import { siteConfig } from '../content/site-config'
import { documentTitle, indexedRoutes, type RouteName, routes, sharedRoutes, skillPath } from '../paths'
import type { SkillFacts } from '../../contract/skill-facts'
import { KNOWN_SKILL, type KnownSkill } from '../features/skills/near-skills'
import { skillTitle } from '../pages/skills'
import { escapeHtml, SHARE_IMAGE, shareImageText } from './pictures'
import { addressOf, shareImagePath, SITE_URL } from './document'

/** Tags for browsers, search engines and link previews. */
export function headTags(name: RouteName): string[] {
  const description = descriptions[name]
  return [
    `<title>${escapeHtml(documentTitle(name))}</title>`,
    tag('meta', { name: 'description', content: description }),
    ...(sharedRoutes.includes(name) ? forSharing(name, ofRoute(name)) : []),
    ...(indexedRoutes.includes(name)
      ? [dataBlock(structuredData(name))]
      : [tag('meta', { name: 'robots', content: 'noindex' })]),
  ]
}

/** An alias is a page of its own with the canonical URL of its skill. */
export function skillHeadTags(skill: SkillFacts, known: KnownSkill): string[] {
  const url = SITE_URL + skillPath(skill.slug)
  const shown = { title: skillTitle(skill.name), description: skillDescription(skill), url }
  return [
    `<title>${escapeHtml(shown.title)}</title>`,
    tag('meta', { name: 'description', content: shown.description }),
    ...forSharing('skills', shown),
    dataBlock({ '@context': 'https://schema.org', '@graph': [thingOf('WebPage', shown), skillTrail(skill, url)] }),
    `<script type="application/json" id="${KNOWN_SKILL}">${JSON.stringify(known).replaceAll('<', String.raw`\u003c`)}</script>`,
  ]
}

const skillDescription = ({ name, isGeneral, topics }: SkillFacts): string =>
  isGeneral
    ? `${name} on TrustTag: ten general workplace questions, one of them explained, with time, price and retake rule.`
    : `The ${name} test on TrustTag: ${topics.length} topics, one question explained, with time, price and retake rule.`

const skillTrail = ({ name }: SkillFacts, url: string): Thing =>
  trailOf([
    { name: siteConfig.name, item: addressOf('home') },
    { name: routes.skills.heading, item: addressOf('skills') },
    { name, item: url },
  ])

interface Shared {
  title: string
  description: string
  url: string
}

const ofRoute = (name: RouteName): Shared => ({
  title: documentTitle(name),
  description: descriptions[name],
  url: addressOf(name),
})

/** @param name the route with the share image */
function forSharing(name: RouteName, { title, description, url }: Shared): string[] {
  const property = (key: string, content: string | number) => tag('meta', { property: key, content: String(content) })
  return [
    tag('link', { rel: 'canonical', href: url }),
    property('og:site_name', siteConfig.name),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
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

/** schema.org data: the organization on the home page, breadcrumbs on others. */
function structuredData(name: RouteName): Thing {
  const things = name === 'home' ? [organization(), website()] : [page(name), breadcrumbs(name)]
  return { '@context': 'https://schema.org', '@graph': things }
}

/** `<` is escaped, so that no text can end the element. */
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

const page = (name: RouteName): Thing => thingOf(name === 'contact' ? 'ContactPage' : 'WebPage', ofRoute(name))

const thingOf = (type: string, { title, description, url }: Shared): Thing => ({
  '@type': type,
  '@id': url,
  url,
  name: title,
  description,
  inLanguage: 'en',
  isPartOf: { '@id': WEBSITE },
})

const breadcrumbs = (name: RouteName): Thing =>
  trailOf([
    { name: siteConfig.name, item: addressOf('home') },
    { name: routes[name].heading, item: addressOf(name) },
  ])

function trailOf(trail: readonly { name: string; item: string }[]): Thing {
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

/** Meta descriptions: one or two complete sentences. Never shipped to the browser. */
export const descriptions: Record<RouteName, string> = {
  home: 'Pass a technical assessment, show your work, and get a TrustTag: a timestamped proof of one skill that anyone can check by its ID.',
  createTrustTag: `Choose from twelve fields of work or enter your own skill, answer ${ASSESSMENT_QUESTIONS} multiple-choice questions, and see how well you know it.`,
  skills:
    'Every skill that TrustTag tests, with a page for each: topics and weights, one question explained, time, price, retakes and limits.',
  verify: 'Check a TrustTag by its ID: the skill, the score, the holder and the day it was issued. No account, no fee.',
  partnership:
    'For employers, NGOs, training organizations and governments that hire, teach or place people: tell us what you need. We reply within 24 hours.',
  contact: 'Write to TrustTag, call or send a text message. See contact options, hours and response times.',
  privacy: 'What data TrustTag keeps about you, how it uses it, what it never does, and how to have it deleted.',
  terms: 'What you can expect from TrustTag, what TrustTag expects from you, and when a payment is refunded.',
  profile: 'Your TrustTag account: your details and the skills you have proved.',
  publicProfile: 'The skills a member has proved on TrustTag, each with its score, its issue date and a free check.',
  signup: 'Create your TrustTag account with an email address and a password, then prove what you can do.',
  login: 'Log in to your TrustTag account with your email address and your password.',
  forgotPassword: 'Get a code by email and choose a new password for TrustTag.',
  checkout: 'Choose how many TrustTags you need, pay, and have your proven skills issued.',
  transparency:
    'Every TrustTag is signed and entered in a public log that can only grow. See who signs, who watches, what the log contains, and how to check it yourself.',
  availability: 'TrustTag is available in 50+ countries. See the full list, and whom to ask if yours is missing.',
  notFound: 'This page of TrustTag does not exist or may have been moved.',
}
