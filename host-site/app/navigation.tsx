import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { siteConfig } from '../content/site-config'
import { accountTexts, failureText, useAccount, useAccountState } from '../features/account/account'
import { type RouteName, routeNameAt, routes } from '../paths'
import { Mark } from '../ui/drawing'
import { Icon } from '../ui/icon'
import { Alert } from '../ui/status'

interface NavigationEntry {
  route: RouteName
  label: string
}

const everyone: NavigationEntry[] = [
  { route: 'createTrustTag', label: 'Create TrustTag' },
  { route: 'verify', label: 'Verify' },
  { route: 'partnership', label: 'Partners' },
]
const visitors: NavigationEntry[] = [
  { route: 'login', label: 'Login' },
  { route: 'signup', label: 'Sign Up' },
]
const members: NavigationEntry[] = [{ route: 'profile', label: 'Profile' }]

export function Navigation() {
  const loggedIn = useAccountState().status === 'loggedIn'
  const current = routeNameAt(useLocation()[0])
  const { open, toggle, close, button } = useMenu()
  const [error, setError] = useState('')

  return (
    <header className="site-header">
      <div className="bar">
        <Link className="brand" href={routes.home.path} onClick={close}>
          <Mark />
          {siteConfig.name}
        </Link>
        <button
          ref={button}
          type="button"
          className="button quiet menu-toggle needs-script"
          aria-expanded={open}
          aria-controls="site-menu"
          onClick={toggle}
        >
          <Icon name={open ? 'close' : 'menu'} size={20} />
          Menu
        </button>
        <nav id="site-menu" aria-label="Main" data-open={open || undefined}>
          <ul>
            {[...everyone, ...(loggedIn ? members : visitors)].map(({ route, label }) => (
              <li key={route}>
                <Link
                  className={route === 'signup' ? 'button' : ''}
                  href={routes[route].path}
                  aria-current={route === current ? 'page' : undefined}
                  onClick={close}
                >
                  {label}
                </Link>
              </li>
            ))}
            {loggedIn && (
              <li>
                <LogoutButton onError={setError} />
              </li>
            )}
          </ul>
        </nav>
      </div>
      <Alert text={loggedIn ? error : ''} />
    </header>
  )
}

function LogoutButton({ onError }: { onError: (text: string) => void }) {
  const account = useAccount()
  const [busy, setBusy] = useState(false)
  async function logout() {
    setBusy(true)
    onError('')
    const result = await account.logout()
    setBusy(false)
    if (!result.success) onError(failureText(result, accountTexts.logoutFailed))
  }
  return (
    <button
      type="button"
      className="text-button"
      aria-disabled={busy || undefined}
      onClick={() => !busy && void logout()}
    >
      Logout
    </button>
  )
}

interface Menu {
  open: boolean
  toggle: () => void
  close: () => void
  /** Focus returns here on Escape. */
  button: RefObject<HTMLButtonElement | null>
}

function useMenu(): Menu {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])
  return { open, toggle: () => setOpen(!open), close: () => setOpen(false), button }
}
