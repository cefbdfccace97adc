import {
  conflictingAttributes,
  duplicateAttribute,
  missingAttributeValue,
  scriptWithoutEffect,
  valueWithoutEffect,
} from './attribute-values'
import { orphanCommentingUi, postInThread } from './comment-parts'
import {
  fieldOutsideForm,
  formWithoutSubmit,
  misplacedFormAttribute,
  nestedForms,
  privateCustomField,
  profileFormWithoutFields,
  repeatedFieldKey,
} from './form-parts'
import { duplicateInstallCode, installCodeCanFlash, misplacedInstallCode } from './install-code'
import {
  extraLoginElements,
  missingLoginElements,
  missingPasswordFields,
  missingSignupElements,
  missingTokenField,
  unmaskedPassword,
} from './login-forms'
import {
  brokenPlanButton,
  brokenPlanSuffix,
  brokenPriceButton,
  brokenPriceSuffix,
  hostedCheckoutLink,
  incorrectPlanId,
  incorrectPriceId,
  planOnSocialAuth,
  planWithoutAction,
  priceWithoutAction,
  unknownCoupon,
} from './plans-and-prices'
import {
  imageInsideCommentForm,
  imageInsideProfileForm,
  imageInsideSignupForm,
  misplacedProfileImage,
} from './profile-images'
import { gatedPageWithoutRedirect, missingRedirect, redirectToAnotherSite } from './redirects'
import { unknownAttribute, unknownContentId, unknownFieldKey, unknownGroupKey, unknownProvider } from './unknown-names'
import { memberstackOneMarkup } from './memberstack-one-markup'

/**
 * All rules, in the order of their findings: first those of the specification (section 8), then ours. A file
 * has the rules of one subject, and their sidebar texts as `help`.
 */
export const rules = [
  brokenPlanSuffix,
  brokenPriceSuffix,
  brokenPlanButton,
  brokenPriceButton,
  missingAttributeValue,
  imageInsideProfileForm,
  imageInsideSignupForm,
  imageInsideCommentForm,
  extraLoginElements,
  orphanCommentingUi,
  postInThread,
  planOnSocialAuth,
  privateCustomField,
  misplacedFormAttribute,
  duplicateInstallCode,
  missingLoginElements,
  missingSignupElements,
  incorrectPlanId,
  incorrectPriceId,
  missingRedirect,
  misplacedInstallCode,
  planWithoutAction,
  priceWithoutAction,
  unknownAttribute,
  memberstackOneMarkup,
  unknownFieldKey,
  unknownGroupKey,
  unknownProvider,
  valueWithoutEffect,
  unknownCoupon,
  unknownContentId,
  redirectToAnotherSite,
  missingTokenField,
  missingPasswordFields,
  profileFormWithoutFields,
  misplacedProfileImage,
  fieldOutsideForm,
  repeatedFieldKey,
  unmaskedPassword,
  formWithoutSubmit,
  gatedPageWithoutRedirect,
  hostedCheckoutLink,
  conflictingAttributes,
  installCodeCanFlash,
  nestedForms,
  duplicateAttribute,
  scriptWithoutEffect,
] as const
