import { rule as brokenPlanButton } from './broken-plan-button'
import { rule as brokenPlanSuffix } from './broken-plan-suffix'
import { rule as brokenPriceButton } from './broken-price-button'
import { rule as brokenPriceSuffix } from './broken-price-suffix'
import { rule as conflictingAttributes } from './conflicting-attributes'
import { rule as duplicateAttribute } from './duplicate-attribute'
import { rule as duplicateInstallCode } from './duplicate-install-code'
import { rule as extraLoginElements } from './extra-login-elements'
import { rule as fieldOutsideForm } from './field-outside-form'
import { rule as formWithoutSubmit } from './form-without-submit'
import { rule as gatedPageWithoutRedirect } from './gated-page-without-redirect'
import { rule as hostedCheckoutLink } from './hosted-checkout-link'
import { rule as imageInsideCommentForm } from './image-inside-comment-form'
import { rule as imageInsideProfileForm } from './image-inside-profile-form'
import { rule as imageInsideSignupForm } from './image-inside-signup-form'
import { rule as incorrectPlanId } from './incorrect-plan-id'
import { rule as incorrectPriceId } from './incorrect-price-id'
import { rule as installCodeCanFlash } from './install-code-can-flash'
import { rule as memberstackOneMarkup } from './memberstack-one-markup'
import { rule as misplacedFormAttribute } from './misplaced-form-attribute'
import { rule as misplacedInstallCode } from './misplaced-install-code'
import { rule as misplacedProfileImage } from './misplaced-profile-image'
import { rule as missingAttributeValue } from './missing-attribute-value'
import { rule as missingLoginElements } from './missing-login-elements'
import { rule as missingPasswordFields } from './missing-password-fields'
import { rule as missingRedirect } from './missing-redirect'
import { rule as missingSignupElements } from './missing-signup-elements'
import { rule as missingTokenField } from './missing-token-field'
import { rule as nestedForms } from './nested-forms'
import { rule as orphanCommentingUi } from './orphan-commenting-ui'
import { rule as planOnSocialAuth } from './plan-on-social-auth'
import { rule as planWithoutAction } from './plan-without-action'
import { rule as postInThread } from './post-in-thread'
import { rule as priceWithoutAction } from './price-without-action'
import { rule as privateCustomField } from './private-custom-field'
import { rule as profileFormWithoutFields } from './profile-form-without-fields'
import { rule as redirectToAnotherSite } from './redirect-to-another-site'
import { rule as repeatedFieldKey } from './repeated-field-key'
import { rule as unknownAttribute } from './unknown-attribute'
import { rule as unknownContentId } from './unknown-content-id'
import { rule as unknownCoupon } from './unknown-coupon'
import { rule as unknownFieldKey } from './unknown-field-key'
import { rule as unknownGroupKey } from './unknown-group-key'
import { rule as unknownProvider } from './unknown-provider'
import { rule as unmaskedPassword } from './unmasked-password'
import { rule as valueWithoutEffect } from './value-without-effect'

/**
 * All rules, in the order of their findings: first those of the specification (section 8), then ours. A rule's file
 * exports it as `rule`, and its sidebar texts as `help`.
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
] as const
