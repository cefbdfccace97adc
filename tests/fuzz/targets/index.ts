import type { FuzzTarget } from '../fuzz-target'
import { answerTargets } from './answers'
import { captchaToken } from './captcha-token'
import { fileTargets } from './files'
import { picture } from './picture'
import { proofTargets } from './proofs'
import { queryTargets } from './queries'
import { requestTargets } from './requests'
import { schemaTargets } from './schemas'
import { settingTargets } from './settings'
import { socialTargets } from './social'
import { textTargets } from './texts'
import { wholeApi } from './whole-api'
import { widgetTargets } from './widget'

/** Every parser of outside input. */
export const targets: readonly FuzzTarget[] = [
  ...requestTargets,
  ...schemaTargets,
  captchaToken,
  ...fileTargets,
  picture,
  ...textTargets,
  ...settingTargets,
  ...queryTargets,
  ...socialTargets,
  ...answerTargets,
  ...proofTargets,
  ...widgetTargets,
  wholeApi,
]
