import { readDataFile } from './read-data-file'

/**
 * What the inspector says of its rules and notices.
 * @param apiUrl origin, or base URL, of the API, without a trailing slash
 */
export const readInspectorHelp = (apiUrl: string, fetch: typeof globalThis.fetch): Promise<unknown> =>
  readDataFile(`${apiUrl}/inspector-help.json`, fetch)
