import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { createImageColumn } from '../../../api/database/db'
import type { Tables } from '../../../api/database/tables'
import { createProofOfWork } from '../../../api/features/captcha/proof-of-work'
import type { FuzzTarget } from '../fuzz-target'

/** An empty database that accepts every row. */
class EmptyDriver extends DummyDriver {
  override async acquireConnection() {
    const connection = await super.acquireConnection()
    const executeQuery = async () => ({ rows: [], numAffectedRows: 1n })
    return { streamQuery: connection.streamQuery.bind(connection), executeQuery }
  }
}
const kysely = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new EmptyDriver(),
    createIntrospector: (one) => new SqliteIntrospector(one),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})
const db = { kysely, image: createImageColumn('/'), cacheClock: () => 0 }
const captcha = createProofOfWork({ db, clock: { now: () => Date.UTC(2026, 10, 22) }, cost: 1 })
const scope = { appId: 'app_demo', mode: 'test', origin: null } as const
const challenge = await captcha.challenge(scope)
const wrong = JSON.stringify({ challenge, solution: { counter: 1, derivedKey: '00' } })

/** The JSON within the token; each input is also tried unchanged. */
export const captchaToken: FuzzTarget = {
  name: 'captcha-token',
  from: 'the token of a sign-up form',
  seeds: [wrong, '{"challenge":{"parameters":{}},"solution":{}}', wrong.replace('"counter":1', '"counter":1e999')],
  quickRuns: 200,
  async run(bytes) {
    const text = Buffer.from(bytes)
    for (const token of [text.toString('base64'), text.toString()]) {
      if (await captcha.verify(token, scope)) throw new Error('It took a token that solves nothing.')
    }
  },
}
