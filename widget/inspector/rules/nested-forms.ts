import { attributes } from '../../attributes'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'nested-forms',
  severity: 'warning',
  attribute: attributes.form,
  title: 'Form inside a form',
  own: true,
  sourceOnly: true,
  *check(page) {
    for (const element of page.source?.nestedForms ?? []) {
      const [inner, outer] = [formValue(page, element), formValue(page, page.formOf(element))]
      if (inner !== null)
        yield { element, message: `Browsers drop it, and with it ${attributes.form}=${JSON.stringify(inner)}.` }
      else if (outer !== null)
        yield { element, message: `Browsers drop it; its fields go to the form ${JSON.stringify(outer)} around it.` }
      else yield
    }
  },
} as const satisfies Rule

const formValue = (page: Page, element: PageElement | null): string | null =>
  element && page.attribute(element, attributes.form)

export const help: RuleHelp = {
  description:
    'HTML has no forms within forms. A browser leaves out the inner <form> tag: its attributes are gone, its fields belong to the outer form, and the first </form> ends the outer one.',
  helpItems: [
    {
      title: 'Where does the other form begin?',
      description:
        'Further up: look for a <form> that has no </form> before this one. Often only that </form> is missing.',
    },
    {
      title: 'I need both forms',
      description: 'Put one after the other. CSS can still show them side by side, or one over the other.',
    },
  ],
}
