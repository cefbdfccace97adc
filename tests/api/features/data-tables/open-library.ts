import type { Call } from '../../../../contract/schemas'
import type { DataRecord } from '../../../../contract/schemas/data-tables'
import type { AppDefinition, DataTableDefinition } from '../../../../api/features/apps/definition'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'

const open = { createRule: 'PUBLIC', readRule: 'PUBLIC', updateRule: 'PUBLIC', deleteRule: 'PUBLIC' } as const
const field = (
  key: string,
  type: 'TEXT' | 'NUMBER' | 'DECIMAL' | 'BOOLEAN' | 'DATE' | 'EMAIL' | 'URL' | 'TEXT_UNIQUE',
) => ({
  key,
  name: key,
  type,
  required: false,
  defaultValue: null,
})

/** Tables with every type of field and relation. */
export const library: DataTableDefinition[] = [
  {
    key: 'authors',
    name: 'Authors',
    ...open,
    fields: [
      { ...field('name', 'TEXT'), required: true },
      { key: 'books', name: 'Books', type: 'VIRTUAL_REFERENCE_LIST', references: 'books', through: 'author' },
    ],
  },
  {
    key: 'books',
    name: 'Books',
    ...open,
    fields: [
      { ...field('title', 'TEXT'), required: true },
      field('isbn', 'TEXT_UNIQUE'),
      field('pages', 'NUMBER'),
      field('price', 'DECIMAL'),
      { ...field('inPrint', 'BOOLEAN'), defaultValue: true },
      field('published', 'DATE'),
      field('contact', 'EMAIL'),
      field('shop', 'URL'),
      { key: 'author', name: 'Author', type: 'REFERENCE', references: 'authors', through: '' },
      { key: 'tags', name: 'Tags', type: 'REFERENCE_MANY', references: 'tags', through: '' },
      { key: 'likedBy', name: 'Liked by', type: 'MEMBER_REFERENCE_MANY', references: '', through: '' },
      { key: 'owner', name: 'Owner', type: 'MEMBER_REFERENCE', references: '', through: '' },
    ],
  },
  { key: 'tags', name: 'Tags', ...open, fields: [field('name', 'TEXT')] },
]

/** Notes with one rule for all operations. */
export const notes = (rule: DataTableDefinition['readRule']): DataTableDefinition => ({
  key: 'notes',
  name: 'Notes',
  createRule: rule,
  readRule: rule,
  updateRule: rule,
  deleteRule: rule,
  fields: [field('title', 'TEXT')],
})

type Caller = Awaited<ReturnType<TestServices['as']>>

export interface Library extends Omit<TestServices, 'call' | 'wait'> {
  call: TestServices['call']
  wait: TestServices['wait']
  /** Signs up a member and returns their context. */
  join: (name: string) => Promise<Caller>
  make: (table: string, data: Call<'createDataRecord'>['data'], as?: Caller) => Promise<DataRecord>
}

export async function openLibrary(tables = library, changes: Partial<AppDefinition> = {}): Promise<Library> {
  const services = await openTestServices({ dataTables: tables, captchaRequired: false, ...changes })
  return {
    ...services,
    async join(name) {
      const { data } = await services.call('signup', { email: `${name}@example.com`, password: 'correct horse' })
      return services.as(data.tokens.accessToken)
    },
    make: async (table, data, as = {}) => {
      // Avoids the limit on writes, which has its own test.
      services.wait(10_000)
      return (await services.call('createDataRecord', { table, data }, as)).data
    },
  }
}
