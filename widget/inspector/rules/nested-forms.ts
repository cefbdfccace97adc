import { attributes } from '../../attributes'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'nested-forms',
  severity: 'error',
  attribute: attributes.form,
  title: 'Form inside a form',
  own: true,
  sourceOnly: true,
  *check(page) {
    for (const element of page.source?.nestedForms ?? []) {
      const [inner, outer] = [formValue(page, element), formValue(page, page.formOf(element))]
      if (inner !== null)
        yield { element, message: `Browsers ignore this tag and its ${attributes.form}=${JSON.stringify(inner)}.` }
      else if (outer !== null)
        yield {
          element,
          message: `Browsers ignore this tag. Its fields belong to the outer form ${JSON.stringify(outer)}.`,
        }
      else yield
    }
  },
} as const satisfies Rule

const formValue = (page: Page, element: PageElement | null): string | null =>
  element && page.attribute(element, attributes.form)

export const help: RuleHelp = {
  description:
    'HTML does not allow nested forms. Browsers ignore the inner <form> tag with its attributes. Its fields belong to the outer form, and the first </form> ends that form.',
  helpItems: [
    {
      title: 'Where does the outer form start?',
      description: 'Above this one: find a <form> that is not closed. Often only its </form> is missing.',
    },
    {
      title: 'I need both forms',
      description: 'Put one after the other. CSS can show them side by side or on top of each other.',
    },
  ],
}
