import { useStore } from '@nanostores/react'
import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { shippedApps } from '../../contract/admin/console-session'
import { ConsoleProvider, useApps, useConsole, usePerson } from '../data/console'
import type { Console } from '../data/console'
import { $session } from '../data/session'
import { StepUpDialog } from '../features/access'
import { toFailure } from '../lib/failure'
import type { Failure } from '../lib/failure'
import { appPath, appsPath, BASE, loginPathFrom, newAppPath } from '../lib/paths'
import { appTexts } from '../texts/english/app'
import { useLocale, useTexts } from '../texts/texts'
import { Button, LinkButton } from '../ui/button'
import { PageHeader } from '../ui/page'
import { EmptyState, ErrorState, Skeleton } from '../ui/states'
import { Toasts } from '../ui/toast'
import { useSignOut } from './account-menus'
import { AppFrame } from './app-frame'
import { PlainFrame } from './plain-frame'

const ServerAppsScreen = lazy(() => import('../screens/server-apps/server-apps-screen'))
const CreateAppScreen = lazy(() => import('../screens/create-app/create-app-screen'))

interface ConsoleAppProps {
  console: Console
  queries: QueryClient
}

/** The console of a logged-in person. */
export function ConsoleApp({ console, queries }: ConsoleAppProps) {
  return (
    <ConsoleProvider console={console} queries={queries}>
      <Page>
        <SessionGate>
          <Routes />
          <StepUpDialog />
        </SessionGate>
      </Page>
    </ConsoleProvider>
  )
}

/** Context of every page: language, links without page loads, messages. */
export function Page({ children }: { children: ReactNode }) {
  const [, navigate] = useLocation()
  const { openPage } = useConsole()
  // The login and the setup are pages of their own.
  const go = (path: string) => (/^\/console\/(login|setup|invitation)\b/u.test(path) ? openPage(path) : navigate(path))
  return (
    <I18nProvider locale={useLocale()}>
      <RouterProvider navigate={go}>
        {children}
        <Toasts />
      </RouterProvider>
    </I18nProvider>
  )
}

/** Loads the session of the cookie; without one, the login follows. */
function SessionGate({ children }: { children: ReactNode }) {
  const t = useTexts(appTexts)
  const { session: calls, openPage } = useConsole()
  const session = useStore($session)
  const [failure, setFailure] = useState<Failure | null>(null)
  const load = useCallback(() => {
    calls.load().catch((error: unknown) => {
      const thrown = toFailure(error)
      if (thrown.status === 401) openPage(loginPathFrom(location.pathname + location.search))
      else setFailure(thrown)
    })
  }, [calls, openPage])
  useEffect(load, [load])
  if (session) return children
  const retry = () => {
    setFailure(null)
    load()
  }
  return (
    <PlainFrame>
      {failure ? (
        <>
          <PageHeader title={t.product} />
          <ErrorState failure={failure} onRetry={retry} />
        </>
      ) : (
        <Skeleton height="10rem" />
      )}
    </PlainFrame>
  )
}

function Routes() {
  return (
    <Switch>
      <Route path={BASE}>
        <FirstApp />
      </Route>
      <Route path={appsPath}>
        <ServerApps />
      </Route>
      <Route path={newAppPath}>
        <NewApp />
      </Route>
      <Route path={`${BASE}/apps/:app/*?`}>
        {({ app, '*': path }) => <OwnApp id={decodeURIComponent(app)} path={(path ?? '').replace(/\/$/u, '')} />}
      </Route>
      <Route>
        <Redirect to={BASE} replace />
      </Route>
    </Switch>
  )
}

/** A person with an app goes there; a server owner without one makes one. */
function FirstApp() {
  const t = useTexts(appTexts)
  const apps = useApps()
  const { isServerOwner } = usePerson()
  const signOut = useSignOut()
  const first = apps.find(({ id }) => !shippedApps.includes(id)) ?? apps[0]
  if (first) return <Redirect to={appPath(first.id)} replace />
  if (isServerOwner) return <Redirect to={newAppPath} replace />
  return (
    <PlainFrame>
      <PageHeader title={t.noApps} />
      <EmptyState text={t.noAppsAsk} action={<Button onPress={signOut}>{t.signOut}</Button>} />
    </PlainFrame>
  )
}

/** Only server owners create apps. */
function NewApp() {
  const { isServerOwner } = usePerson()
  if (!isServerOwner) return <Redirect to={BASE} replace />
  return (
    <PlainFrame>
      <Suspense fallback={<Skeleton height="20rem" />}>
        <CreateAppScreen />
      </Suspense>
    </PlainFrame>
  )
}

/** Other people see their own apps in the switcher. */
function ServerApps() {
  const { isServerOwner } = usePerson()
  if (!isServerOwner) return <FirstApp />
  return (
    <PlainFrame isWide>
      <Suspense fallback={<Skeleton height="20rem" />}>
        <ServerAppsScreen />
      </Suspense>
    </PlainFrame>
  )
}

function OwnApp({ id, path }: { id: string; path: string }) {
  const t = useTexts(appTexts)
  const isOwn = useApps().some((app) => app.id === id)
  if (isOwn) return <AppFrame key={id} appId={id} path={path} />
  return (
    <PlainFrame>
      <PageHeader title={t.notFound} />
      <EmptyState text={t.unknownApp} action={<LinkButton href={appsPath}>{t.allApps}</LinkButton>} />
    </PlainFrame>
  )
}
