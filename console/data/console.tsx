import { useStore } from '@nanostores/react'
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import { mayDo } from '../../contract/admin/rights'
import type { Right } from '../../contract/admin/rights'
import { toFailure } from '../lib/failure'
import type { ConsoleClient, Scope } from './client'
import type { Membership } from './membership'
import type { Preferences } from './preferences'
import { $session } from './session'
import type { AppEntry, Person, SessionCalls } from './session'

/** The page's services for screens. */
export interface Console {
  client: ConsoleClient
  session: SessionCalls
  preferences: Preferences
  membership: Membership
  /** Loads another page of the console: after a login or logout, nothing of before stays in memory. */
  openPage: (path: string) => void
}

const ConsoleContext = createContext<Console | null>(null)
const ScopeContext = createContext<Scope | null>(null)

/** Fresh enough to show while it loads again. */
const STALE_MS = 5_000
const RETRIES = 2

/** Reads are repeated after a failed connection; refusals and writes are not. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache(),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < RETRIES && toFailure(error).status === 0,
      },
      mutations: { retry: false },
    },
  })

interface ConsoleProviderProps {
  console: Console
  queries: QueryClient
  children: ReactNode
}

export const ConsoleProvider = ({ console, queries, children }: ConsoleProviderProps) => (
  <ConsoleContext value={console}>
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  </ConsoleContext>
)

export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (!console) throw new Error('Not inside a ConsoleProvider.')
  return console
}

/** App and mode of the screens inside. */
export function ScopeProvider({ appId, mode, children }: Scope & { children: ReactNode }) {
  const scope = useMemo(() => ({ appId, mode }), [appId, mode])
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

/** App and mode of this screen. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('Not inside an app.')
  return scope
}

/** Null outside of an app. */
export const useOptionalScope = (): Scope | null => useContext(ScopeContext)

/** The person, who is logged in wherever a screen shows. */
export function usePerson(): Person {
  const session = useStore($session)
  if (!session) throw new Error('Not logged in.')
  return session.person
}

/** When a login will ask for a second factor that the person does not have; null: has one. */
export const useSecondFactorDue = (): string | null => useStore($session)?.secondFactorDueAt ?? null

/** Whether the person can confirm by passkey. */
export const useHasPasskey = (): boolean => useStore($session)?.hasPasskey ?? false

/** The apps in which the person has a role. */
export function useApps(): readonly AppEntry[] {
  return useStore($session)?.apps ?? []
}

/** The app of this screen, with the person's role in it. */
export function useApp(): AppEntry {
  const { appId } = useScope()
  const app = useApps().find(({ id }) => id === appId)
  if (!app) throw new Error('The person has no role in this app.')
  return app
}

/** Whether the person may do something in this app. The server decides; this only hides what it would refuse. */
export function useMayDo(right: Right): boolean {
  return mayDo(useApp().role, right)
}
