import type { Kysely } from 'kysely'
import type { AppDefinition, PlanDefinition } from '../../../features/apps/definition'
import type { AppRepository } from '../../../ports/store'
import type { Tables } from '../../../database/tables'
import { rememberFor } from './remember-for'

/**
 * Every request asks which app it is for. A server never changes one that is there; what an owner changes by command is seen,
 * in every process, after this time.
 */
const LOOKED_UP_EVERY_MS = 1_000

export function createAppRepository(db: Kysely<Tables>): AppRepository {
  const read = createDefinitionReader()
  return {
    findById: rememberFor(LOOKED_UP_EVERY_MS, async (id) => {
      const row = await db.selectFrom('apps').select('definition').where('id', '=', id).executeTakeFirst()
      return row ? read(row.definition) : null
    }),

    findByPublicKey: rememberFor(LOOKED_UP_EVERY_MS, async (key) => {
      const row = await db
        .selectFrom('apps')
        .select(['definition', 'testKey'])
        .where((columns) => columns.or([columns('testKey', '=', key), columns('liveKey', '=', key)]))
        .executeTakeFirst()
      return row ? { app: read(row.definition), mode: row.testKey === key ? 'test' : 'live' } : null
    }),

    async insert(app) {
      const result = await db
        .insertInto('apps')
        .values({ id: app.id, ...columnsOf(app) })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    async replace(app) {
      await db.updateTable('apps').set(columnsOf(app)).where('id', '=', app.id).execute()
    },

    async list() {
      const rows = await db.selectFrom('apps').select('definition').orderBy('id').execute()
      return rows.map(({ definition }) => read(definition))
    },

    // A write that changes nothing takes the row's lock in every engine.
    async lock(id) {
      await db.updateTable('apps').set({ id }).where('id', '=', id).execute()
    },
  }
}

/** Definitions in memory. */
const DEFINITIONS_MAX = 100

const columnsOf = (app: AppDefinition): Omit<Tables['apps'], 'id'> => ({
  testKey: app.keys.test,
  liveKey: app.keys.live,
  definition: JSON.stringify(app),
})

/** A definition as it was stored, perhaps before some of its parts existed. */
interface StoredDefinition extends Omit<AppDefinition, keyof typeof laterParts | 'plans'> {
  plans: (Omit<PlanDefinition, 'prices'> & { prices: StoredPrice[] })[]
}
type StoredPrice = Omit<PlanDefinition['prices'][number], keyof typeof laterPartsOfPrices>

/** What a definition that was stored before these parts existed has of them. */
const laterParts = {
  contents: [],
  coupons: [],
  dataTables: [],
  keepsSignupRecords: false,
} satisfies Partial<AppDefinition>
const laterPartsOfPrices = { trialDays: 0, active: true } satisfies Partial<PlanDefinition['prices'][number]>

const complete = (stored: StoredDefinition): AppDefinition => ({
  ...laterParts,
  ...stored,
  plans: stored.plans.map((plan) => ({
    ...plan,
    prices: plan.prices.map((price) => ({ ...laterPartsOfPrices, ...price })),
  })),
})

/**
 * A few apps are read on every request: the parsed value is kept as long as the stored text is the same, and what is made of
 * it is kept with it (hosted HTML, once sanitized). Bounded; the one that was not read for the longest time goes first.
 */
function createDefinitionReader(): (text: string) => AppDefinition {
  const parsed = new Map<string, AppDefinition>()
  return (text) => {
    const known = parsed.get(text)
    const app = known ?? complete(JSON.parse(text))
    parsed.delete(text)
    parsed.set(text, app)
    const [oldest] = parsed.keys()
    if (parsed.size > DEFINITIONS_MAX && oldest !== undefined) parsed.delete(oldest)
    return app
  }
}
