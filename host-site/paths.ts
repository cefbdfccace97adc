export interface RouteInfo {
  path: string
  heading: string
  summary: string
  /** Document title, where another page has the same heading. */
  title?: string
  /** Whether search engines should list the page: not a visitor's own pages or the forms that lead to them. */
  indexed: boolean
  /** Has a share image although search engines do not list it. */
  shared?: true
  /** Is only read: until somebody uses the page, it needs nothing of the app. */
  static?: true
}

/** `*` catches every other path. */
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
  skills: {
    path: '/skills',
    heading: 'What TrustTag tests',
    summary: 'For each skill: topics, a question, time and price.',
    indexed: true,
  },
  verify: {
    path: '/verify',
    heading: 'Verify a TrustTag',
    summary: 'Enter its ID to see the skill, the score, the holder and the issue date. No account, no fee.',
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
    summary: 'A question, a problem, an idea: a person reads every message.',
    indexed: true,
  },
  privacy: {
    path: '/privacy',
    heading: 'Privacy Policy',
    summary: 'What data TrustTag keeps about you, how it uses it, and what it never does.',
    indexed: true,
    static: true,
  },
  terms: {
    path: '/terms',
    heading: 'Terms of Service',
    summary: 'What you can expect from TrustTag, and what TrustTag expects from you.',
    indexed: true,
    static: true,
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
    summary: 'A member’s TrustTags, each with a link to check it.',
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
    summary: 'Get a code by email and choose a new password.',
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
    static: true,
  },
  notFound: {
    path: '*',
    heading: 'Page Not Found',
    summary: 'This page does not exist or may have been moved.',
    indexed: false,
    static: true,
  },
} as const satisfies Record<string, RouteInfo>

export type RouteName = keyof typeof routes

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name)

export const routeNames = Object.keys(routes).filter(isRouteName)

export const indexedRoutes = routeNames.filter((name) => routes[name].indexed)

/** Routes that have a share image. */
export const sharedRoutes = routeNames.filter((name) => {
  const { indexed, shared }: RouteInfo = routes[name]
  return indexed || shared
})

/** Routes that start without the app (`read.ts`). */
export const staticRoutes = routeNames.filter((name) => {
  const route: RouteInfo = routes[name]
  return route.static
})

/** These paths may end with an argument: a TrustTag ID, or the slug of a profile or skill. */
const asked = ['verify', 'publicProfile', 'skills'] as const satisfies readonly RouteName[]

/**
 * A trailing slash makes no difference.
 * @param path as in `location.pathname`
 */
export function routeNameAt(path: string): RouteName {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  const found = routeNames.find((name) => routes[name].path === plain)
  return found ?? asked.find((name) => plain.replace(/[^/]+$/, '') === `${routes[name].path}/`) ?? 'notFound'
}

export const skillPath = (slug: string): string => `${routes.skills.path}/${slug}`

export function documentTitle(name: RouteName): string {
  const { heading, title = heading }: RouteInfo = routes[name]
  return title.includes('TrustTag') ? title : `${title} · TrustTag`
}
