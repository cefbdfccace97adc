import { register } from '@teamhanko/hanko-elements'

document.addEventListener('DOMContentLoaded', () => {
  void register(location.origin)
  document.getElementById('open')?.addEventListener('click', () => {
    document.body.append(document.createElement('hanko-auth'))
  })
})
