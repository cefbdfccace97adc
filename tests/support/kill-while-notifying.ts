import { setTimeout as sleep } from 'node:timers/promises'
import { aWebhookEndpoint } from './a-webhook-endpoint'
import { allMembers } from './all-members'
import { endApi } from './killable-installation'
import type { KillableInstallation } from './killable-installation'
import { aMinuteLater } from './start-killable-api'
import { waitUntil } from './wait-until'
import type { WebhookReceiver } from './webhook-receiver'

const WRITERS = 4
const LOAD_MAX_MS = 250
const ARRIVE_MAX_MS = 120_000
const HEADERS = { 'content-type': 'application/json', 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo' }

export interface NotifyingReport {
  kills: number
  /** Sign-ups acknowledged before a kill. */
  acknowledged: number
  /** Members without a delivered webhook at the kill. */
  left: number
  /** Members without a webhook, and webhooks without a member: must be empty. */
  undelivered: string[]
  invented: string[]
}

/**
 * Kills the API at random moments during sign-ups with webhooks, restarts it on the same data, and waits for all
 * deliveries. Needs a build.
 */
export async function killWhileNotifying(
  kills: number,
  installation: KillableInstallation,
  receiver: Pick<WebhookReceiver, 'url' | 'reactWith'>,
): Promise<NotifyingReport> {
  let api = await installation.start()
  await addEndpoint(installation, receiver.url)
  const [delivered, refused] = [new Set<string>(), new Set<string>()]
  const undelivered = async () => (await readMembers(installation)).filter((id) => !delivered.has(id))
  let [acknowledged, left] = [0, 0]
  for (let kill = 0; kill < kills; kill += 1) {
    takeAllButOne(receiver, delivered, refused)
    const load = signUpUntilKilled(api.url, kill)
    await waitUntil('the first sign-up is acknowledged', () => load.acknowledged.length > 0)
    await sleep(Math.random() * LOAD_MAX_MS)
    await Promise.all([installation.strike(api), load.ended])
    acknowledged += load.acknowledged.length
    left += (await undelivered()).length
    // The last process sends what the killed ones had claimed.
    api = await installation.start(kill === kills - 1 ? aMinuteLater : {})
  }
  await waitUntil('all has arrived', async () => (await undelivered()).length === 0, ARRIVE_MAX_MS).catch(() => {})
  await endApi(api)
  const members = new Set(await readMembers(installation))
  return {
    kills,
    acknowledged,
    left,
    undelivered: await undelivered(),
    invented: [...delivered].filter((id) => !members.has(id)),
  }
}

/** One refusal delays a delivery by seconds, so that it is pending at the kill. Two would delay it by minutes. */
function takeAllButOne(
  { reactWith }: Pick<WebhookReceiver, 'reactWith'>,
  delivered: Set<string>,
  refused: Set<string>,
): void {
  let isDone = false
  reactWith(({ body }) => {
    const id = String(body.payload['id'])
    if (isDone || refused.has(id)) return void delivered.add(id)
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
      // The database server stops shortly before the process.
      if (response === null || response.status === 503) return
      if (!response.ok) throw new Error(`Sign-up answered ${response.status}: ${await response.text()}`)
      acknowledged.push(email)
    }
  }
  const ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return { acknowledged, ended }
}
