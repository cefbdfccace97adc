/** The built-in app whose members are the people of the console. */
export const CONSOLE_APP_ID = 'app_console'
/** On the script tag of the console's page. */
export const CONSOLE_PUBLIC_KEY = 'pk_console'
/** No account exists in Test Mode. */
export const CONSOLE_TEST_KEY = 'pk_sb_console'

/** The apps of a development machine's first start. */
export const shippedApps: readonly string[] = ['app_demo', 'app_trusttag']

/** The page and its routes. */
export const CONSOLE_PATH = '/console'

/**
 * Login and logout of the console, same-origin only. Bodies are JSON; a response is `{ data }`. `cookie`: needs the
 * session's cookie; `token`: also the header `Console-Token`.
 */
export const consoleSessionEndpoints = {
  /** Options of the login page. */
  readConsoleOptions: { method: 'GET', path: '/session/options', needs: 'nothing' },
  readConsoleSession: { method: 'GET', path: '/session', needs: 'cookie' },
  /** Exchanges a member token of `app_console`, which ends. */
  openConsoleSession: { method: 'POST', path: '/session', needs: 'nothing' },
  endConsoleSession: { method: 'DELETE', path: '/session', needs: 'token' },
  /** Step-up: the password or a passkey again. */
  confirmConsoleSession: { method: 'POST', path: '/session/confirm', needs: 'token' },
  /** A challenge for a passkey of the person. */
  readConfirmOptions: { method: 'POST', path: '/session/confirm/options', needs: 'token' },
  /** Exchanges a setup link for a server owner and a session. */
  setUpConsole: { method: 'POST', path: '/session/setup', needs: 'nothing' },
  /** Development only. */
  openDemoSession: { method: 'POST', path: '/session/demo', needs: 'nothing' },
  /** Facts of an invitation. */
  readInvitation: { method: 'POST', path: '/session/invitation/read', needs: 'nothing' },
  /** With name and password for a new account; a person with an account must be logged in. */
  acceptInvitation: { method: 'POST', path: '/session/invitation', needs: 'nothing' },
} as const satisfies Record<
  string,
  { method: 'GET' | 'POST' | 'DELETE'; path: string; needs: 'nothing' | 'cookie' | 'token' }
>

export type ConsoleSessionEndpointName = keyof typeof consoleSessionEndpoints
