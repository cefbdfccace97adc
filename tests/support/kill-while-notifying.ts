import { setTimeout as sleep } from 'node:timers/promises'
import { aWebhookEndpoint } from './a-webhook-endpoint'
import { allMembers } from './all-members'
import { endApi } from './killable-installation'
import type { KillableInstallation } from './killable-installation'
import { waitUntil } from './wait-until'
import type { WebhookReceiver } from './webhook-receiver'

const WRITERS = 4
const LOAD_MAX_MS = 250
/** What a killed process had in hand is claimed for half a minute. */
const ARRIVE_MAX_MS = 120_000
const HEADERS = { 'content-type': 'application/json', 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo' }

export interface NotifyingReport {
  kills: number
  /** Sign-ups that were answered 200 before a kill. */
  acknowledged: number
  /** Members whom nobody had been told of when the API was killed. */
  left: number
  /** Members that there are and nobody was told of, and members that somebody was told of and who are not: must stay empty. */
  untold: string[]
  invented: string[]
}

/**
 * Ends the API with SIGKILL at a random moment under sign-ups that an owner's server is told of, starts it again on the same
 * data, and waits for what is left to arrive. Needs a build.
 */
export async function killWhileNotifying(
  kills: number,
  installation: KillableInstallation,
  receiver: Pick<WebhookReceiver, 'url' | 'reactWith'>,
): Promise<NotifyingReport> {
  let api = await installation.start()
  await addEndpoint(installation, receiver.url)
  const [told, refused] = [new Set<string>(), new Set<string>()]
  const untold = async () => (await readMembers(installation)).filter((id) => !told.has(id))
  let [acknowledged, left] = [0, 0]
  for (let kill = 0; kill < kills; kill += 1) {
    takeAllButOne(receiver, told, refused)
    const load = signUpUntilKilled(api.url, kill)
    await waitUntil('the first sign-up is acknowledged', () => load.acknowledged.length > 0)
    await sleep(Math.random() * LOAD_MAX_MS)
    await Promise.all([installation.strike(api), load.ended])
    acknowledged += load.acknowledged.length
    left += (await untold()).length
    api = await installation.start()
  }
  await waitUntil('all has arrived', async () => (await untold()).length === 0, ARRIVE_MAX_MS).catch(() => {})
  await endApi(api)
  const members = new Set(await readMembers(installation))
  return {
    kills,
    acknowledged,
    left,
    untold: await untold(),
    invented: [...told].filter((id) => !members.has(id)),
  }
}

/** What is refused once waits for seconds: it is there when the API is killed. What is refused twice would wait for minutes. */
function takeAllButOne(
  { reactWith }: Pick<WebhookReceiver, 'reactWith'>,
  told: Set<string>,
  refused: Set<string>,
): void {
  let isDone = false
  reactWith(({ body }) => {
    const id = String(body.payload['id'])
    if (isDone || refused.has(id)) return void told.add(id)
    isDone = true
    refused.add(id)
    return 503
  })
}

async function addEndpoint(installation: KillableInstallation, url: string): Promise<void> {
  const store = await installation.openStore()
  await store.webhooks.insertEndpoint(aWebhookEndpoint({ url, events: ['member.created'] }))
  await store.close()
}

async function readMembers(installation: KillableInstallation): Promise<string[]> {
  const store = await installation.openStore()
  const rows = await allMembers(store)
  await store.close()
  return rows.map(({ id }) => id)
}

function signUpUntilKilled(url: string, round: number) {
  const acknowledged: string[] = []
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const email = `round${round}-writer${writer}-${count}@example.test`
      const body = JSON.stringify({ email, password: 'correct horse battery' })
      const response = await fetch(`${url}/auth/signup`, { method: 'POST', headers: HEADERS, body }).catch(() => null)
      // The database server is ended a little before the process.
      if (response === null || response.status === 503) return
      if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`)
      acknowledged.push(email)
    }
  }
  const ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return { acknowledged, ended }
}
