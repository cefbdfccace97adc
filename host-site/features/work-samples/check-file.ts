import { FILE_NAME_MAX_CHARS } from '../../../contract/limits'
import { workSampleKinds, workSampleTypes, type WorkSampleType } from '../../../contract/work-sample-types'
import { formatBytes } from '../../lib/format-bytes'

const types: readonly WorkSampleType[] = workSampleTypes

/** What a device tells of a file. */
export type ChosenFile = Pick<File, 'name' | 'type' | 'size'>

/** Why a file would be refused, before any of it is sent; empty when nothing is known against it. The server decides. */
export function checkFile({ name, type, size }: ChosenFile): string {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const kind = (types.find((one) => one.type === type) ?? types.find(({ endings }) => endings.includes(ending)))?.kind
  if (!kind) return `This is another kind of file. Work samples can be ${titles()}.`
  const { title, maxBytes } = workSampleKinds[kind]
  if (size === 0) return 'This file is empty.'
  if (size > maxBytes) return `This file has ${formatBytes(size)}. For ${title} the limit is ${formatBytes(maxBytes)}.`
  if (name.length > FILE_NAME_MAX_CHARS)
    return `The name of this file is longer than ${FILE_NAME_MAX_CHARS} characters.`
  return ''
}

/** `Images (JPEG, PNG) up to 20 MB`, and the other kinds. */
export const limitTexts: readonly string[] = Object.entries(workSampleKinds).map(([kind, { title, maxBytes }]) => {
  const names = types.filter((one) => one.kind === kind).map((one) => one.title)
  return `${title.charAt(0).toUpperCase()}${title.slice(1)} (${names.join(', ')}) up to ${formatBytes(maxBytes)}`
})

const titles = (): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(types.map(({ title }) => title))
