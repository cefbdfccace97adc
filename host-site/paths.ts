/** What a route is called and says before it has more to show. `summary` is also the page's meta description. */
export interface RouteInfo {
  path: string
  heading: string
  summary: string
}

/** The one table of routes. `*` catches every other path. */
export const routes = {
  home: {
    path: '/',
    heading: 'Prove what you can do',
    summary: 'TrustTag lets you prove a work skill and share a timestamped proof that anyone can check.',
  },
  createTrustTag: {
    path: '/create-trust-tag',
    heading: 'Create TrustTag',
    summary: 'Choose what you can do. Ten questions later you know how well.',
  },
  verify: {
    path: '/verify',
    heading: 'Verify a TrustTag',
    summary:
      'You will check a TrustTag by its ID here. No TrustTag has been issued yet, so there is nothing to look up.',
  },
  partnership: {
    path: '/partnership',
    heading: 'Partner with TrustTag',
    summary: 'For companies, training organizations and public bodies that hire, teach or place people.',
  },
  contact: {
    path: '/contact',
    heading: 'Contact',
    summary: 'A question, a problem, an idea: a person reads it.',
  },
  privacy: {
    path: '/privacy',
    heading: 'Privacy Policy',
    summary: 'What TrustTag keeps about you, what it does with it, and what it never does.',
  },
  terms: {
    path: '/terms',
    heading: 'Terms of Service',
    summary: 'What you can expect of TrustTag, and what TrustTag expects of you.',
  },
  profile: {
    path: '/profile',
    heading: 'Profile',
    summary: 'Your TrustTag account.',
  },
  signup: {
    path: '/signup',
    heading: 'Join TrustTag',
    summary: 'Create your TrustTag account.',
  },
  login: {
    path: '/login',
    heading: 'Welcome Back',
    summary: 'Log in to your TrustTag account.',
  },
  forgotPassword: {
    path: '/forgot-password',
    heading: 'Welcome Back',
    summary: 'Have a code sent to your email address and choose a new password.',
  },
  checkout: {
    path: '/checkout',
    heading: 'Checkout',
    summary: 'You will choose a package and pay for it here. Nothing is on sale yet.',
  },
  transparency: {
    path: '/transparency',
    heading: 'Transparency',
    summary: 'A public log in which every TrustTag can be found, being prepared.',
  },
  availability: {
    path: '/availability',
    heading: 'Available in 50+ countries',
    summary: 'Where TrustTag can be bought and used today.',
  },
  notFound: {
    path: '*',
    heading: 'Page Not Found',
    summary: 'This page does not exist or may have been moved.',
  },
} as const satisfies Record<string, RouteInfo>

export type RouteName = keyof typeof routes

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routes, name)

export const routeNames = Object.keys(routes).filter(isRouteName)

/**
 * The route that a path opens; a trailing slash makes no difference.
 * @param path as in `location.pathname`
 */
export function routeNameAt(path: string): RouteName {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  return routeNames.find((name) => routes[name].path === plain) ?? 'notFound'
}

/** The text for `document.title`. */
export function documentTitle(name: RouteName): string {
  const { heading } = routes[name]
  return heading.includes('TrustTag') ? heading : `${heading} · TrustTag`
}
