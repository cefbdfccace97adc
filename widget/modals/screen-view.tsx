import type { App } from '../../contract/entities'
import type { MembershipClient, ScreenMap, ScreenName } from '../public'
import { LoadError, Loading } from './loading'
import type { ScreenProps } from './screen'
import { screens } from './screens'
import type { Texts } from './texts/default-texts'
import { ErrorBoundary } from './ui/error-boundary'
import type { AppState } from './use-app'

/** A screen with its parameters. */
export interface Shown<K extends ScreenName = ScreenName> {
  name: K
  params: ScreenMap[K]
}

interface ScreenViewProps<K extends ScreenName> extends Pick<
  ScreenProps<K>,
  'done' | 'fail' | 'notify' | 'go' | 'close' | 'titleId' | 'apiUrl'
> {
  client: MembershipClient
  shown: Shown<K>
  texts: Texts
  appState: AppState
}

/** The screen, or what stands in for it while the app is not known or when it fails. */
export function ScreenView<K extends ScreenName>({ shown, appState, ...rest }: ScreenViewProps<K>) {
  const { app, failed, retry } = appState
  const { texts, titleId } = rest
  if (failed) return <LoadError texts={texts} titleId={titleId} onRetry={retry} />
  const { component: Component, title } = screens[shown.name]
  if (!app) return <Loading texts={texts} title={texts[title]} titleId={titleId} />
  const fallback = (redraw: () => void) => <LoadError texts={texts} titleId={titleId} onRetry={redraw} />
  const props: ScreenProps<K> = { ...rest, app: app satisfies App, params: shown.params }
  return (
    <ErrorBoundary fallback={fallback}>
      <Component {...props} />
    </ErrorBoundary>
  )
}
