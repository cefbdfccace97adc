import * as v from 'valibot'
import demo from '../../api/apps/app_demo.json'
import { appDefinitionSchema } from '../../api/features/apps/definition'

const notes = {
  key: 'notes',
  name: 'Notes',
  createRule: 'PUBLIC',
  readRule: 'PUBLIC',
  updateRule: 'PUBLIC',
  deleteRule: 'PUBLIC',
  fields: [
    { key: 'title', name: 'Title', type: 'TEXT_UNIQUE' },
    { key: 'count', name: 'Count', type: 'DECIMAL' },
    { key: 'day', name: 'Day', type: 'DATE' },
    { key: 'url', name: 'Url', type: 'URL' },
    { key: 'next', name: 'Next', type: 'REFERENCE_MANY', references: 'notes' },
    { key: 'readers', name: 'Readers', type: 'MEMBER_REFERENCE_MANY' },
  ],
}

/** The demo app, plus a table with a field of each kind. */
export const demoApp = v.parse(appDefinitionSchema, { ...demo, dataTables: [notes] })
