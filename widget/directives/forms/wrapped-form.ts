import { attributes, attributeValues, choiceAttributes } from '../../attributes'
import { domParsed } from '../../lib/page-lifecycle'
import { reportProblem } from '../../lib/errors'
import type { Mount } from '../directive'

/** What is written on a form besides `data-ms-form` itself. */
const onForms = [
  attributes.form,
  ...choiceAttributes,
  attributes.coupon,
  attributes.signupCaptcha,
  attributes.redirect,
  attributes.dataRedirect,
  attributes.redirectOverride,
]

/**
 * `data-ms-form` on what is around a form, as page builders make it easy to write: it counts for the one form in it,
 * and so does what stands beside it.
 */
export const wrappedForm: Mount = (element, { document, signal }) => {
  const value = element.getAttribute(attributes.form)
  if (!attributeValues.form.some((one) => one === value)) return
  const passOn = async (): Promise<void> => {
    // Its form may still have to be parsed.
    await domParsed(document)
    const [form, another] = element.querySelectorAll('form')
    if (signal.aborted || !form || another || form.getAttributeNode(attributes.form)) return
    reportProblem('warn', `${attributes.form}="${value}" belongs on the form itself; it counts for the one form in it.`)
    for (const name of onForms) {
      const written = element.getAttribute(name)
      if (written !== null && !form.getAttributeNode(name)) form.setAttribute(name, written)
    }
  }
  void passOn()
}
