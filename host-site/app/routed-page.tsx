import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { AvailabilityPage } from '../pages/availability'
import { CheckoutPage } from '../pages/checkout'
import { ContactPage } from '../pages/contact'
import { CreateTrustTagPage } from '../pages/create-trust-tag'
import { ForgotPasswordPage } from '../pages/forgot-password'
import { HomePage } from '../pages/home'
import { LoginPage } from '../pages/login'
import { NotFoundPage } from '../pages/not-found'
import { PartnershipPage } from '../pages/partnership'
import { PrivacyPage } from '../pages/privacy'
import { ProfilePage } from '../pages/profile'
import { SignupPage } from '../pages/signup'
import { TermsPage } from '../pages/terms'
import { TransparencyPage } from '../pages/transparency'
import { VerifyPage } from '../pages/verify'
import { routeNameAt, type RouteName } from '../paths'

// A route without a page does not compile.
const pages: Record<RouteName, ComponentType> = {
  home: HomePage,
  createTrustTag: CreateTrustTagPage,
  verify: VerifyPage,
  partnership: PartnershipPage,
  contact: ContactPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  profile: ProfilePage,
  signup: SignupPage,
  login: LoginPage,
  forgotPassword: ForgotPasswordPage,
  checkout: CheckoutPage,
  transparency: TransparencyPage,
  availability: AvailabilityPage,
  notFound: NotFoundPage,
}

/** The page of the current path. */
export function RoutedPage() {
  const [location] = useLocation()
  const Current = pages[routeNameAt(location)]
  return <Current />
}
