import type { FormKind } from './form-kind'
import type { WebflowBoxes } from './webflow-boxes'

/** What a button of a provider needs to know of the form that it works for. */
interface MountedForm {
  kind: FormKind
  boxes: WebflowBoxes
}

/** The forms of a page that are alive at the moment. */
export type MountedForms = WeakMap<Element, MountedForm>
