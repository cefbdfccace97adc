import { attributes, type AttributeName, choiceAttributes, withAttribute } from '../attributes'
import type { Directive } from './directive'
import type { Gate } from '../gating/gate'
import { createPageMounts, type PageMounts } from './on-demand'

/**
 * Every directive of a page, in the order in which they mount on one element: gating first, so that nothing else
 * starts on an element that is about to leave; what only remembers a click before what acts on it. How they mount comes
 * to be with the first element that asks for any of them.
 */
export function pageDirectives(gate: Gate): readonly Directive[] {
  let mounts: PageMounts | undefined
  const on = (mount: keyof PageMounts, names: readonly AttributeName[], where = ''): Directive => ({
    name: names.join(', '),
    selector: names.map((name) => withAttribute(name) + where).join(','),
    watches: names,
    mount: (element, context) => (mounts ??= createPageMounts(gate))[mount](element, context),
  })
  const { authProvider, bindStyle, bindClass, content, post, thread, postCreator, threadCreator } = attributes
  return [
    on('content', [content, attributes.gating]),
    { ...on('bind', [bindStyle, bindClass]), watches: [bindStyle, bindClass, content] },
    on('member', [attributes.member], ':not(form,html,body,script,style)'),
    on('secureHtml', [attributes.secureHtml], ':not(html,head,body,form,input,select,textarea,script,style)'),
    on('secureLink', [attributes.secureLink], ':not(form)'),
    on('form', [attributes.form]),
    on('redirectOverride', [attributes.redirectOverride]),
    on('choice', choiceAttributes),
    { ...on('provider', [authProvider]), watches: [authProvider, attributes.authConnectedText] },
    on('managedProviders', [attributes.auth]),
    on('disconnect', [attributes.authDisconnect]),
    on('action', [attributes.action]),
    on('modal', [attributes.modal]),
    on('message', [attributes.message]),
    on('messageClose', [attributes.messageClose]),
    on('loader', [attributes.loader]),
    on('channel', [attributes.channel]),
    on('post', [post, postCreator]),
    on('thread', [thread, threadCreator]),
  ]
}
