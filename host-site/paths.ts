/** What a route is called and says before it has more to show. */
export interface RouteInfo {
  path: string
  heading: string
  summary: string
  /** What the window is called where another page has the same heading. */
  title?: string
  /** Whether search engines should list the page: not what is a visitor's own, nor a form on the way there. */
  indexed: boolean
  /** Whether links to it are handed on and shown with a picture, although nobody lists it. */
  shared?: true
}

/** The one table of routes. `*` catches every other path. */
export const routes = {
  home: {
    path: '/',
    heading: 'Prove what you can do',
    summary: 'TrustTag lets you prove a work skill and share a timestamped proof that anyone can check.',
    indexed: true,
  },
  createTrustTag: {
    path: '/create-trust-tag',
    heading: 'Create TrustTag',
    summary: 'Choose what you can do. Ten questions later you know how well.',
    indexed: true,
  },
  verify: {
    path: '/verify',
    heading: 'Verify a TrustTag',
    summary: 'Type in its ID and see the skill, the score, the holder and the day it was issued. No account, no fee.',
    indexed: true,
  },
  partnership: {
    path: '/partnership',
    heading: 'Partner with TrustTag',
    summary: 'For companies, training organizations and public bodies that hire, teach or place people.',
    indexed: true,
  },
  contact: {
    path: '/contact',
    heading: 'Contact',
    summary: 'A question, a problem, an idea: a person reads it.',
    indexed: true,
  },
  privacy: {
    path: '/privacy',
    heading: 'Privacy Policy',
    summary: 'What TrustTag keeps about you, what it does with it, and what it never does.',
    indexed: true,
  },
  terms: {
    path: '/terms',
    heading: 'Terms of Service',
    summary: 'What you can expect of TrustTag, and what TrustTag expects of you.',
    indexed: true,
  },
  profile: {
    path: '/profile',
    heading: 'Profile',
    summary: 'Your TrustTag account.',
    indexed: false,
  },
  publicProfile: {
    path: '/t',
    heading: 'Public profile',
    summary: 'Somebody’s TrustTags, each with its check.',
    indexed: false,
    shared: true,
  },
  signup: {
    path: '/signup',
    heading: 'Join TrustTag',
    summary: 'Create your TrustTag account.',
    indexed: false,
  },
  login: {
    path: '/login',
    heading: 'Welcome Back',
    summary: 'Log in to your TrustTag account.',
    indexed: false,
  },
  forgotPassword: {
    path: '/forgot-password',
    heading: 'Welcome Back',
    title: 'Reset your password',
    summary: 'Have a code sent to your email address and choose a new password.',
    indexed: false,
  },
  checkout: {
    path: '/checkout',
    heading: 'Checkout',
    summary: 'Choose how many TrustTags you need. One TrustTag proves one skill.',
    indexed: false,
  },
  transparency: {
    path: '/transparency',
    heading: 'Transparency',
    summary: 'Every TrustTag is signed and entered in a public log that can only grow. Anyone can check both.',
    indexed: true,
  },
  availability: {
    path: '/availability',
    heading: 'Available in 50+ countries',
    summary: 'Where TrustTag can be bought and used today.',
    indexed: true,
  },
  notFound: {
    path: '*',
    heading: 'Page Not Found',
    summary: 'This page does not exist or may have been moved.',
    indexed: false,
  },
} as const satisfies Record<string, RouteInfo>

export type RouteName = keyof typeof routes

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name)

export const routeNames = Object.keys(routes).filter(isRouteName)

/** The routes that search engines may list. */
export const indexedRoutes = routeNames.filter((name) => routes[name].indexed)

/** The routes whose links are shown with a picture. */
export const sharedRoutes = routeNames.filter((name) => {
  const { indexed, shared }: RouteInfo = routes[name]
  return indexed || shared
})

/** What a page is asked for may stand behind its path: the ID of a TrustTag, the address of a profile. */
const asked = ['verify', 'publicProfile'] as const satisfies readonly RouteName[]

/**
 * The route that a path opens; a trailing slash makes no difference.
 * @param path as in `location.pathname`
 */
export function routeNameAt(path: string): RouteName {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  const found = routeNames.find((name) => routes[name].path === plain)
  return found ?? asked.find((name) => plain.replace(/[^/]+$/, '') === `${routes[name].path}/`) ?? 'notFound'
}

/** The text for `document.title`. */
export function documentTitle(name: RouteName): string {
  const { heading, title = heading }: RouteInfo = routes[name]
  return title.includes('TrustTag') ? title : `${title} · TrustTag`
}
