import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { uiTexts } from '../texts/english/ui'
import { useTexts } from '../texts/texts'
import { Button, IconButton } from './button'

interface Message {
  text: string
  onUndo?: () => void
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 })

/** Time to read a message, and the time in which the server still undoes a deletion. */
const MESSAGE_MS = 6_000
export const UNDO_MS = 10_000

/** Says that something is done. Errors belong beside what failed. Hovering or focusing it stops its clock. */
export function showToast(text: string): void {
  queue.add({ text }, { timeout: MESSAGE_MS })
}

/** Says that something is done, with a button that undoes it. */
export function showUndo(text: string, onUndo: () => void): void {
  queue.add({ text, onUndo }, { timeout: UNDO_MS })
}

/** Once, at the root of the page. Reachable with F6. */
export function Toasts() {
  const t = useTexts(uiTexts)
  return (
    <ToastRegion queue={queue} aria-label={t.notifications} className="toasts">
      {({ toast }) => (
        <AriaToast toast={toast} className="toast">
          <ToastContent>
            <Text slot="title">{toast.content.text}</Text>
          </ToastContent>
          {toast.content.onUndo && (
            <Button
              kind="quiet"
              onPress={() => {
                toast.content.onUndo?.()
                queue.close(toast.key)
              }}
            >
              {t.undo}
            </Button>
          )}
          <IconButton slot="close" icon="close" label={t.close} size="small" />
        </AriaToast>
      )}
    </ToastRegion>
  )
}
