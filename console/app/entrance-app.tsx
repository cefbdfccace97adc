import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { I18nProvider } from 'react-aria-components'
import { Route, Switch } from 'wouter'
import { ConsoleProvider } from '../data/console'
import type { Console } from '../data/console'
import { invitationPath, setupPath } from '../lib/paths'
import { useLocale } from '../texts/texts'
import { Skeleton } from '../ui/states'
import { Toasts } from '../ui/toast'
import { PlainFrame } from './plain-frame'

const LoginScreen = lazy(() => import('../screens/login/login-screen'))
const SetupScreen = lazy(() => import('../screens/setup/setup-screen'))
const InvitationScreen = lazy(() => import('../screens/invitation/invitation-screen'))

/** Setup, invitation and login: the page with the membership script. */
export function EntranceApp({ console, queries }: { console: Console; queries: QueryClient }) {
  return (
    <I18nProvider locale={useLocale()}>
      <ConsoleProvider console={console} queries={queries}>
        <PlainFrame>
          <Suspense fallback={<Skeleton height="20rem" />}>
            <Switch>
              <Route path={setupPath}>
                <SetupScreen />
              </Route>
              <Route path={invitationPath}>
                <InvitationScreen />
              </Route>
              <Route>
                <LoginScreen />
              </Route>
            </Switch>
          </Suspense>
        </PlainFrame>
        <Toasts />
      </ConsoleProvider>
    </I18nProvider>
  )
}
