/** @param {TemplateStringsArray} text */
const words = ([text]) => (text ?? '').trim().split(/\s+/)

/** What React tells the widget of, besides `focus`, `blur` and `change`. */
export const KEPT_EVENTS = words`
  cancel click close error input invalid keyDown keyUp load paste pointerDown reset submit toggle`

/** Attributes that React gives another name, and the widget's components use by React's. */
export const KEPT_ALIASES = [
  ['htmlFor', 'for'],
  ['strokeLinecap', 'stroke-linecap'],
  ['strokeLinejoin', 'stroke-linejoin'],
  ['strokeWidth', 'stroke-width'],
  ['fillRule', 'fill-rule'],
  ['clipRule', 'clip-rule'],
]

export const ABSENT_EVENTS = words`
  drag dragend dragenter dragexit dragleave dragover dragstart drop touchcancel touchend touchmove touchstart beforeblur
  afterblur wheel copy cut gotpointercapture lostpointercapture pointercancel pointermove pointerout pointerover pointerup
  mouseout mouseover mousemove mousedown mouseup auxclick dblclick contextmenu keypress beforetoggle scrollend scroll`

/** Listeners that React keeps away from disabled buttons. */
export const ABSENT_LISTENERS = words`
  onDoubleClick onDoubleClickCapture onMouseDown onMouseDownCapture onMouseMove onMouseMoveCapture onMouseUp
  onMouseUpCapture onMouseEnter onScroll onScrollEnd`

/** What is set on an element in a way of its own: the widget's have none of these. */
export const ABSENT_ATTRIBUTES = words`
  xlinkHref xlinkActuate xlinkArcrole xlinkRole xlinkShow xlinkTitle xlinkType xmlBase xmlLang xmlSpace is
  suppressContentEditableWarning suppressHydrationWarning autoReverse externalResourcesRequired preserveAlpha focusable
  credentialless itemScope scoped seamless reversed noModule defer default async allowFullScreen
  disablePictureInPicture disableRemotePlayback multiple action formAction dangerouslySetInnerHTML innerHTML innerText
  textContent popover contentEditable draggable capture download srcSet`

/** What React looks at before it is set; as it stands it is as good. */
export const PLAIN_ATTRIBUTES = words`rowSpan start cols size data`

export const ABSENT_ELEMENTS = words`
  math script object embed iframe audio image link source area base col keygen meta param track wbr menuitem noscript
  html head body foreignObject`

/** What class components can have; the widget's catch errors, and no more. */
export const ABSENT_METHODS = words`
  getDerivedStateFromProps getSnapshotBeforeUpdate componentDidMount componentDidUpdate componentWillUnmount
  componentWillMount UNSAFE_componentWillMount componentWillUpdate UNSAFE_componentWillUpdate
  componentWillReceiveProps UNSAFE_componentWillReceiveProps`

/** Hooks that are not exported either. */
export const ABSENT_HOOKS = words`
  use useDebugValue useDeferredValue useTransition useHostTransitionStatus useFormState useActionState useOptimistic
  useMemoCache useCacheRefresh useImperativeHandle useInsertionEffect useReducer`
