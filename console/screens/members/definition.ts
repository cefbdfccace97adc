import type { CustomField } from '../../../contract/types/app'
import { useRead } from '../../data/queries'

/** A custom field of members, as far as these screens need it. */
export interface MemberFieldDefinition {
  key: string
  label: string
  type: CustomField['type']
  options: readonly string[]
  required: boolean
  filterable: boolean
}

export interface ProviderDefinition {
  provider: string
  name: string
}

/** The part of the app definition that the screens of members use. */
export interface MemberDefinition {
  fields: readonly MemberFieldDefinition[]
  providers: readonly ProviderDefinition[]
}

const types: readonly CustomField['type'][] = [
  'text',
  'textarea',
  'select',
  'checkbox',
  'number',
  'date',
  'url',
  'phone',
]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** @param definition of the admin API */
export function readMemberDefinition(definition: Readonly<Record<string, unknown>>): MemberDefinition {
  const fields = listOf(definition['customFields']).filter(isObject)
  const providers = listOf(definition['authProviders']).filter(isObject)
  return {
    fields: fields.map((field) => ({
      key: textOf(field['key']),
      label: textOf(field['label']) || textOf(field['key']),
      type: types.find((type) => type === field['type']) ?? 'text',
      options: listOf(field['options']).map(textOf),
      required: field['required'] === true,
      filterable: field['filterable'] === true,
    })),
    providers: providers.map((one) => ({
      provider: textOf(one['provider']),
      name: textOf(one['name']) || textOf(one['provider']),
    })),
  }
}

const notLoaded: MemberDefinition = { fields: [], providers: [] }

/** For what shows without it too: empty until it is loaded. */
export function useMemberDefinition(): MemberDefinition {
  const { data } = useRead('getDefinition', {})
  return data ? readMemberDefinition(data.data.definition) : notLoaded
}

/** Reads that a change of one member makes old. */
export const memberReads = ['retrieveMemberDetail', 'listMemberTimeline', 'listMembers', 'countMembers'] as const
