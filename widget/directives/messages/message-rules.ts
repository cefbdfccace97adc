import { FADE_MS } from '../../../contract/limits'
import { attributes, withAttribute } from '../../attributes'
import banner from './banner.css?inline'

/** A page's own message elements show only when there is something to say. */
export const hiddenMessages = `${withAttribute(attributes.message)}{display:none}`

/**
 * The banner's rules name its ids as attributes: that wins over what a page says of every button, and loses to what it
 * says of these ids.
 */
export const bannerRules = `[id=ms-message]{--ms-fade:${FADE_MS}ms}${banner}`
