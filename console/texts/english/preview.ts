import { defineTexts, params } from '../texts'

export const previewTexts = defineTexts('preview', {
  preview: 'Preview',
  dialog: 'Dialog',
  login: 'Log in',
  signup: 'Sign up',
  forgotPassword: 'Forgot password',
  width: 'Width of the page',
  pixels: params('{width} px'),
  frame: params('{dialog}, with your changes'),
  openAlone: 'Try it in a new tab',
  notShown: params('The preview does not show your last change. {reason}'),

  unsaved: 'Unsaved changes',
  discard: 'Discard',
  save: 'Save',
  saved: 'Saved. Your pages show it at the next load.',
})
