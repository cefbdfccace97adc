import { type ComponentType, useEffect, useReducer, useState } from 'react'
import type { AroundNavHandler } from 'wouter'
import { type RouteName, routeNameAt, routeNames } from '../paths'

/** One lazy chunk per page. A route without a page does not compile. */
const files: Record<RouteName, () => Promise<ComponentType>> = {
  home: async () => (await import('../pages/home')).HomePage,
  createTrustTag: async () => (await import('../pages/create-trust-tag')).CreateTrustTagPage,
  skills: async () => (await import('../pages/skills')).SkillsPage,
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
  /** Undefined until the page is loaded. */
  get(name: RouteName): ComponentType | undefined
  /** Rejects when the chunk cannot be loaded; the next call retries. */
  load(name: RouteName): Promise<void>
  loadAll(): Promise<void>
}

/** @param fetchPage loads a page; the dynamic imports by default */
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

/** `loading` or `failed` when back or forward leads to a page that is not loaded yet. */
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
 * Navigates once the page is loaded, so that no empty page shows. The latest navigation wins.
 * @param load opens the URL as a new document; used when the chunk is missing, as after a deployment
 */
export function arriveWithPage(pages: Pages, load: (path: string) => void): AroundNavHandler {
  let latest = 0
  return (navigate, to, options) => {
    const mine = (latest += 1)
    const path = to.replace(/[?#].*$/, '')
    const name = routeNameAt(path)
    // Same page, or already loaded.
    if (path === '' || pages.get(name)) return navigate(to, options)
    pages.load(name).then(
      () => mine === latest && navigate(to, options),
      () => mine === latest && load(to),
    )
  }
}
