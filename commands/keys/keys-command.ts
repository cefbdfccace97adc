import { createIssuer } from '../../api/features/credentials/issuer'
import { readConfig } from '../../api/config'
import { KeyStoreError } from '../../api/features/credentials/keys'
import { distrustKey } from './distrust-key'
import { exitCodeOf } from '../terminal/exit-code'
import { help } from './help'
import { listKeys } from './list-keys'
import { newSettings } from './new-settings'
import { openKeys } from './open-keys'
import type { OpenKeys } from './open-keys'
import { readRequest } from './read-request'
import type { KeysRequest } from './read-request'
import { rotateKey } from './rotate-key'

export interface CommandOptions {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
  /** Puts a question and answers the line that was typed. */
  ask: (question: string) => Promise<string>
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/**
 * Shows and changes the keys that TrustTags and the log are signed with.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 asked wrongly
 */
export async function keysCommand(argv: readonly string[], options: CommandOptions): Promise<number> {
  const { print, complain } = options
  const work = async (): Promise<void> => {
    for (const line of await answer(readRequest(argv), options)) print(line)
  }
  return exitCodeOf(work, { command: 'keys', complain, refusal: KeyStoreError })
}

async function answer(request: KeysRequest, { env, ask }: CommandOptions): Promise<string[]> {
  if (request.verb === 'help') return [help]
  if (request.verb === 'new') return newSettings()
  const open = await openKeys(readConfig(env))
  try {
    return await carryOut(open, request, ask)
  } finally {
    await open.store.close()
  }
}

async function carryOut(
  open: OpenKeys,
  request: Exclude<KeysRequest, { verb: 'help' | 'new' }>,
  ask: CommandOptions['ask'],
): Promise<string[]> {
  if (request.verb === 'list') return listKeys(open)
  if (request.verb === 'rotate') return rotateKey(open, request)
  if (request.verb === 'distrust') return distrustKey(open, request.key, ask)
  return make(open)
}

async function make({ keys, config, clock }: OpenKeys): Promise<string[]> {
  const there = await keys.list()
  if (there.length > 0) throw new KeyStoreError('There are keys already. `rotate` makes a new one of them.')
  await createIssuer({ origin: config.issuerOrigin, keys, now: () => clock.now() })
  return [
    'New keys are made. TrustTags that were issued with the old ones no longer verify.',
    'Give the new line of /trusttag/log/vkeys to every witness.',
  ]
}
