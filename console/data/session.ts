import { atom } from 'nanostores'
import { CONSOLE_PATH, consoleSessionEndpoints } from '../../contract/admin/console-session'
import type { ConsoleSessionEndpointName } from '../../contract/admin/console-session'
import type { Role } from '../../contract/admin/rights'
import type {
  ConsoleSession,
  ConsoleSessionInput,
  ConsoleSessionOutput,
} from '../../contract/admin/schemas/console-session'
import type { ConsoleClient } from './client'
import type { SignWithPasskey } from './passkey'

export type { ConsoleSession, Role }
export type Person = ConsoleSession['person']
export type AppEntry = ConsoleSession['apps'][number]
export type Invitation = ConsoleSessionOutput<'readInvitation'>

/** Null: not logged in, or not known yet. */
export const $session = atom<ConsoleSession | null>(null)

/** A confirmation that a call waits for. */
interface Confirmation {
  settle: (isConfirmed: boolean) => void
}

/** The step-up dialog of `features/access` shows while it is not null. */
export const $confirmation = atom<Confirmation | null>(null)

/**
 * Asks for the password or a passkey. Calls that fail together share one dialog.
 * @returns false if the person cancels
 */
export function confirmPassword(): Promise<boolean> {
  const open = $confirmation.get()
  return new Promise((resolve) => {
    $confirmation.set({
      settle(isConfirmed) {
        $confirmation.set(null)
        open?.settle(isConfirmed)
        resolve(isConfirmed)
      },
    })
  })
}

/** Everything before, around and after a login. All reject with a {Failure}. */
export interface SessionCalls {
  /** Login methods of the login page. */
  options: () => Promise<ConsoleSessionOutput<'readConsoleOptions'>>
  /** The session of the cookie. Rejects with 401 without one. */
  load: () => Promise<ConsoleSession>
  /** Ends the member session of `token`. */
  logIn: (token: string) => Promise<ConsoleSession>
  /** Development only. */
  logInAsDemoOwner: () => Promise<ConsoleSession>
  setUp: (input: ConsoleSessionInput<'setUpConsole'>) => Promise<ConsoleSession>
  readInvitation: (token: string) => Promise<Invitation>
  acceptInvitation: (input: ConsoleSessionInput<'acceptInvitation'>) => Promise<ConsoleSession>
  /** Step-up. */
  confirm: (password: string) => Promise<void>
  /** Step-up by a passkey, which the browser asks for. */
  confirmByPasskey: () => Promise<void>
  logOut: () => Promise<void>
}

/** @param sign asks the browser for a passkey. @throws {Failure} */
export function createSessionCalls(client: ConsoleClient, sign: SignWithPasskey): SessionCalls {
  const send = <K extends ConsoleSessionEndpointName>(name: K, input?: ConsoleSessionInput<K>) => {
    const { method, path } = consoleSessionEndpoints[name]
    // A DELETE has a JSON body too: other content types are refused.
    const body = method === 'GET' ? undefined : (input ?? {})
    return client.send<ConsoleSessionOutput<K>>(method, CONSOLE_PATH + path, body)
  }
  const open = async (opened: Promise<ConsoleSession>): Promise<ConsoleSession> => {
    const session = await opened
    $session.set(session)
    return session
  }
  const confirm = async (proof: ConsoleSessionInput<'confirmConsoleSession'>): Promise<void> => {
    const { steppedUpUntil } = await send('confirmConsoleSession', proof)
    const session = $session.get()
    if (session) $session.set({ ...session, person: { ...session.person, steppedUpUntil } })
  }
  return {
    options: () => send('readConsoleOptions'),
    load: () => open(send('readConsoleSession')),
    logIn: (token) => open(send('openConsoleSession', { token })),
    logInAsDemoOwner: () => open(send('openDemoSession')),
    setUp: (input) => open(send('setUpConsole', input)),
    readInvitation: (token) => send('readInvitation', { token }),
    acceptInvitation: (input) => open(send('acceptInvitation', input)),
    confirm: (password) => confirm({ password }),
    confirmByPasskey: async () => confirm({ credential: await sign(await send('readConfirmOptions')) }),
    async logOut() {
      await send('endConsoleSession')
      $session.set(null)
    },
  }
}

/** The app appears in the switcher at once. */
export function addApp(app: AppEntry): void {
  const session = $session.get()
  if (session) $session.set({ ...session, apps: [...session.apps.filter(({ id }) => id !== app.id), app] })
}
