import { attributes, type AttributeValue } from '../../attributes'
import type { Page, PageElement } from './page'

/** What a form says that it does; null for one that says nothing, and for no form. */
export const formKindOf = (page: Page, form: PageElement | null): string | null =>
  form && page.attribute(form, attributes.form)

export const formsOfKind = (page: Page, kind: AttributeValue<'form'>): PageElement[] =>
  page.tagged('form').filter((form) => formKindOf(page, form) === kind)
