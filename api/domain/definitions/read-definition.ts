import * as v from 'valibot'
import { appDefinitionSchema } from '../app-definition'
import type { AppDefinition } from '../app-definition'
import { AppDefinitionError } from './app-definition-error'
import { unknownKeys } from './unknown-keys'

/**
 * Reads an app definition and checks all of it but its HTML, which `checkHtml` does.
 * @param file name of the file that it stands in, for errors
 * @throws AppDefinitionError naming file and fields
 */
export function readDefinition(file: string, text: string): AppDefinition {
  const given = parseJson(file, text)
  const result = v.safeParse(appDefinitionSchema, given)
  if (!result.success)
    throw new AppDefinitionError(
      file,
      result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`),
    )
  const unknown = unknownKeys(given, result.output)
  if (unknown.length > 0)
    throw new AppDefinitionError(
      file,
      unknown.map((place) => `${place}: there is no such setting`),
    )
  return result.output
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppDefinitionError(file, [error instanceof Error ? error.message : 'not valid JSON'])
  }
}
