import { showReactForm } from './react-form'

document.addEventListener('DOMContentLoaded', () => {
  document.getElementById('open')?.addEventListener('click', showReactForm)
})
