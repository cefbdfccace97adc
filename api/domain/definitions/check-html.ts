import type { AppDefinition } from '../app-definition'
import { sanitizeHtml, UnusableHtmlError } from '../../lib/html'
import { AppDefinitionError } from './app-definition-error'

/**
 * Whether the HTML that an app hosts can be sanitised, as it will be for whoever is given it.
 * @param file name of the file that the definition stands in, for errors
 * @throws AppDefinitionError naming file and fields
 */
export async function checkHtml(file: string, { contents }: Pick<AppDefinition, 'contents'>): Promise<void> {
  const problems: string[] = []
  for (const [index, { type, content }] of contents.entries()) {
    if (type !== 'HTML') continue
    await sanitizeHtml(content).catch((error: unknown) => {
      if (!(error instanceof UnusableHtmlError)) throw error
      problems.push(`contents.${index}.content: the HTML ${error.message}`)
    })
  }
  if (problems.length > 0) throw new AppDefinitionError(file, problems)
}
