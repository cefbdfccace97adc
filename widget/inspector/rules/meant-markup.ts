import { attributes, pageAttributes } from '../../attributes'

/** Parts of comments have words that are many things elsewhere. */
const partNames = new Set<string>([attributes.post, attributes.thread])

/**
 * The markup that a word says elsewhere: whoever writes `data-ms-action="login"`, or `data-ms-login`, wants
 * `data-ms-modal="login"`.
 * @param tag of the element that it stands on: only a form can be one
 */
export function meantMarkup(word: string, tag: string): string | undefined {
  const meant = pageAttributes.find(
    ({ name, values }) =>
      values?.includes(word) && !partNames.has(name) && (name !== attributes.form || tag === 'form'),
  )
  return meant && `${meant.name}="${word}"`
}
