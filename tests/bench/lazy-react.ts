document.addEventListener('DOMContentLoaded', () => {
  document.getElementById('open')?.addEventListener('click', () => {
    void import('./react-form').then(({ showReactForm }) => showReactForm())
  })
})
