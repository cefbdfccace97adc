import { readDataFile } from './read-data-file'

/**
 * One language of the modals' texts.
 * @param apiUrl origin, or base URL, of the API, without a trailing slash
 */
export function createReadTranslation(apiUrl: string, fetch: typeof globalThis.fetch) {
  return (language: string): Promise<unknown> => readDataFile(`${apiUrl}/translations/${language}.json`, fetch)
}
