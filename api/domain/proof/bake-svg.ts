import { SVG_ELEMENT, SVG_NAMESPACE } from '../../../contract/credential/baking'

/**
 * Puts a credential into a drawing as Open Badges 3.0 asks: one element at its beginning, the JSON as CDATA.
 * @param drawing SVG without a credential; its first tag is `<svg …>`
 * @param credential JSON; the same data comes out, its text may be escaped where XML asks for it
 */
export function bakeSvg(drawing: string, credential: string): string {
  const end = drawing.indexOf('>')
  const [root, rest] = [drawing.slice(0, end), drawing.slice(end + 1)]
  return `${root} xmlns:openbadges="${SVG_NAMESPACE}">\n<${SVG_ELEMENT}><![CDATA[${withoutEnds(credential)}]]></${SVG_ELEMENT}>${rest}`
}

/** What would end the CDATA, and what XML has no letters for, stands inside texts alone: JSON can say it otherwise. */
const withoutEnds = (json: string): string =>
  json.replaceAll(']]>', String.raw`]]\u003e`).replaceAll(/[\uFFFE\uFFFF]/gu, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return String.raw`\u${code}`
  })
