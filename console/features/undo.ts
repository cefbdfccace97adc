import type { AdminEndpointName } from '../../contract/admin/endpoints'
import type { CallInput } from '../data/client'
import { useConsole, useScope } from '../data/console'
import { useReload } from '../data/queries'
import { toFailure } from '../lib/failure'
import { showToast, showUndo } from '../ui/toast'

interface UndoOptions {
  /** Reads that show it again. */
  changes: readonly AdminEndpointName[]
  /** Said when it is undone. */
  done: string
}

/**
 * Offers to undo an act that the server has done or waits with. The message outlives the screen of the act, so a failure is a message, too.
 * @param name the endpoint that undoes it
 */
export function useUndo<K extends AdminEndpointName>(name: K, { changes, done }: UndoOptions) {
  const { client } = useConsole()
  const scope = useScope()
  const reload = useReload()
  const undo = async (input: CallInput<K>) => {
    try {
      await client.call(name, input, { scope })
      reload(changes)
      showToast(done)
    } catch (error) {
      showToast(toFailure(error).message)
    }
  }
  return (text: string, input: CallInput<K>): void => {
    showUndo(text, () => void undo(input))
  }
}
