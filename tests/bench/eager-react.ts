import { showReactForm } from './react-form'

document.addEventListener('DOMContentLoaded', showReactForm)
