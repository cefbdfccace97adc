// What a page does that has something to wait for itself.
document.getElementById('work').addEventListener('click', () => {
  window.$memberstackDom._showLoader()
  setTimeout(() => window.$memberstackDom._hideLoader(), 2000)
})
