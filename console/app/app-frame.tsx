import { lazy, Suspense, useEffect, useState } from 'react'
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components'
import { ScopeProvider, useApp, useConsole, useScope } from '../data/console'
import type { Mode } from '../data/client'
import { LiveUpdates } from '../data/live'
import { RequireRight } from '../features/access'
import { appPath } from '../lib/paths'
import { NARROW, useMedia } from '../lib/use-media'
import { appTexts } from '../texts/english/app'
import { useTexts } from '../texts/texts'
import { Button, IconButton, Link, LinkButton } from '../ui/button'
import { Icon } from '../ui/icon'
import { PageHeader, usePageTitle } from '../ui/page'
import { EmptyState, Skeleton } from '../ui/states'
import { AccountMenu, AppSwitcher } from './account-menus'
import { screenAt, screens } from './screens'
import type { Screen } from './screens'

const Palette = lazy(() => import('./palette').then((module) => ({ default: module.Palette })))

/** One app: navigation, mode, and the screen of the path. @param path below the app */
export function AppFrame({ appId, path }: { appId: string; path: string }) {
  const { preferences } = useConsole()
  const [mode, setMode] = useState<Mode>(() => preferences.modeOf(appId))
  const change = (next: Mode) => {
    preferences.setMode(appId, next)
    setMode(next)
  }
  return (
    <ScopeProvider appId={appId} mode={mode}>
      <LiveUpdates />
      <Frame path={path} onMode={change} />
    </ScopeProvider>
  )
}

function Frame({ path, onMode }: { path: string; onMode: (mode: Mode) => void }) {
  const t = useTexts(appTexts)
  const { mode } = useScope()
  const isNarrow = useMedia(NARROW)
  const [isPaletteOpen, setPaletteOpen] = usePaletteKey()
  const current = screenAt(path, screens) ?? (path === '' && screens[0] ? { screen: screens[0], rest: '' } : null)
  const navigation = <Navigation current={current?.screen ?? null} onSearch={() => setPaletteOpen(true)} />
  return (
    <div className="frame" data-mode={mode}>
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <ModeBar onMode={onMode} />
      {isNarrow ? <NarrowHead key={path} navigation={navigation} /> : <div className="rail">{navigation}</div>}
      <main id="content" className="main" tabIndex={-1}>
        <ScreenView key={`${current?.screen.path} ${mode}`} current={current} />
      </main>
      <Suspense>{isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} onMode={onMode} />}</Suspense>
    </div>
  )
}

/** Says in words and by its color in which half of the app the person is. */
function ModeBar({ onMode }: { onMode: (mode: Mode) => void }) {
  const t = useTexts(appTexts)
  const isTest = useScope().mode === 'test'
  return (
    <section className="mode-bar" aria-label={isTest ? t.testMode : t.liveMode}>
      <p>
        <strong>{isTest ? t.testMode : t.liveMode}</strong>
        <span className="mode-text">{isTest ? t.testModeText : t.liveModeText}</span>
      </p>
      <Button kind="quiet" size="small" onPress={() => onMode(isTest ? 'live' : 'test')}>
        {isTest ? t.showLive : t.showTest}
      </Button>
    </section>
  )
}

/** Apple's keyboards have a key of their own. */
const isApple = /^(Mac|iP)/u.test(navigator.platform)

function Navigation({ current, onSearch }: { current: Screen | null; onSearch: () => void }) {
  const t = useTexts(appTexts)
  const { id } = useApp()
  return (
    <div className="navigation">
      <AppSwitcher />
      <Button kind="secondary" icon="search" onPress={onSearch} aria-keyshortcuts="Control+K Meta+K">
        <span className="navigation-search">{t.palette}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <nav aria-label={t.navigation}>
        <ul className="navigation-list">
          {screens.map((screen) => (
            <li key={screen.path}>
              <Link
                href={appPath(id, screen.path)}
                className="navigation-link"
                {...(screen === current && { 'aria-current': 'page' })}
              >
                <Icon name={screen.icon} />
                {String(t[screen.label])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <AccountMenu />
    </div>
  )
}

/** A bar with the navigation behind a button. It closes when the screen changes, because its key is the path. */
function NarrowHead({ navigation }: { navigation: React.ReactNode }) {
  const t = useTexts(appTexts)
  const { name } = useApp()
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="narrow-head">
      <IconButton icon="menu" label={t.openNavigation} onPress={() => setOpen(true)} />
      <span className="narrow-name">{name}</span>
      <ModalOverlay className="drawer-overlay" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
        <Modal className="drawer">
          <AriaDialog className="drawer-dialog" aria-label={t.navigation}>
            <IconButton icon="close" label={t.closeNavigation} onPress={() => setOpen(false)} />
            {navigation}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </header>
  )
}

function ScreenView({ current }: { current: { screen: Screen; rest: string } | null }) {
  const t = useTexts(appTexts)
  const app = useApp()
  const name = current ? String(t[current.screen.label]) : t.notFound
  usePageTitle(`${name} · ${app.name}`)
  if (!current)
    return (
      <div className="screen">
        <PageHeader title={t.notFound} />
        <EmptyState text={t.unknownScreen} action={<LinkButton href={appPath(app.id)}>{t.toHome}</LinkButton>} />
      </div>
    )
  const { screen, rest } = current
  const content = <screen.Component rest={rest} />
  const loading = (
    <>
      <PageHeader title={name} />
      <Skeleton height="3rem" lines={4} />
    </>
  )
  return (
    <div className="screen">
      <Suspense fallback={loading}>
        {screen.right ? (
          <RequireRight right={screen.right} title={name}>
            {content}
          </RequireRight>
        ) : (
          content
        )}
      </Suspense>
    </div>
  )
}

/** Ctrl+K, ⌘K. */
function usePaletteKey(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
          return
        event.preventDefault()
        setOpen(true)
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [])
  return [isOpen, setOpen]
}
