import { type ComponentType, useEffect, useReducer, useState } from 'react'
import type { AroundNavHandler } from 'wouter'
import { type RouteName, routeNameAt, routeNames } from '../paths'

/**
 * Each page in a file of its own, which a browser loads when somebody goes there. A route without a page does not
 * compile.
 */
const files: Record<RouteName, () => Promise<ComponentType>> = {
  home: async () => (await import('../pages/home')).HomePage,
  createTrustTag: async () => (await import('../pages/create-trust-tag')).CreateTrustTagPage,
  verify: async () => (await import('../pages/verify')).VerifyPage,
  partnership: async () => (await import('../pages/partnership')).PartnershipPage,
  contact: async () => (await import('../pages/contact')).ContactPage,
  privacy: async () => (await import('../pages/privacy')).PrivacyPage,
  terms: async () => (await import('../pages/terms')).TermsPage,
  profile: async () => (await import('../pages/profile')).ProfilePage,
  publicProfile: async () => (await import('../pages/public-profile')).PublicProfilePage,
  signup: async () => (await import('../pages/signup')).SignupPage,
  login: async () => (await import('../pages/login')).LoginPage,
  forgotPassword: async () => (await import('../pages/forgot-password')).ForgotPasswordPage,
  checkout: async () => (await import('../pages/checkout')).CheckoutPage,
  transparency: async () => (await import('../pages/transparency')).TransparencyPage,
  availability: async () => (await import('../pages/availability')).AvailabilityPage,
  notFound: async () => (await import('../pages/not-found')).NotFoundPage,
}

export interface Pages {
  /** The page of a route, once it is loaded. */
  get(name: RouteName): ComponentType | undefined
  /** Rejects when it cannot be had; the next call tries again. */
  load(name: RouteName): Promise<void>
  loadAll(): Promise<void>
}

/** @param fetchPage where pages come from; by itself their files */
export function createPages(fetchPage = (name: RouteName) => files[name]()): Pages {
  const loaded = new Map<RouteName, ComponentType>()
  const load = async (name: RouteName): Promise<void> => {
    if (!loaded.has(name)) loaded.set(name, await fetchPage(name))
  }
  return {
    get: (name) => loaded.get(name),
    load,
    loadAll: async () => void (await Promise.all(routeNames.map(load))),
  }
}

/** The page of a route; `loading` or `failed` where a step back leads to one that this document has not shown yet. */
export function usePage(name: RouteName, pages: Pages): ComponentType | 'loading' | 'failed' {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [failed, setFailed] = useState<RouteName | null>(null)
  const page = pages.get(name)
  const missing = page === undefined
  useEffect(() => {
    if (missing) pages.load(name).then(redraw, () => setFailed(name))
  }, [missing, name, pages])
  return page ?? (failed === name ? 'failed' : 'loading')
}

/**
 * Changes the address once the page for it is loaded, so that no empty page is shown in between. Of two wishes the last
 * counts.
 * @param load opens an address as a new document: the way out when the file of a page is not to be had, as after an update
 */
export function arriveWithPage(pages: Pages, load: (path: string) => void): AroundNavHandler {
  let wish = 0
  return (navigate, to, options) => {
    const mine = (wish += 1)
    const path = to.replace(/[?#].*$/, '')
    const name = routeNameAt(path)
    // Another place on the same page, or a page that is there.
    if (path === '' || pages.get(name)) return navigate(to, options)
    pages.load(name).then(
      () => mine === wish && navigate(to, options),
      () => mine === wish && load(to),
    )
  }
}
