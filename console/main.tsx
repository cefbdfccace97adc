import { createRoot } from 'react-dom/client'
import { ConsoleApp } from './app/console-app'
import { createPageConsole } from './app/page-console'
import { createQueryClient } from './data/console'
import { keepFocus } from './ui/keep-focus'
import './ui/styles/console.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

createRoot(root).render(<ConsoleApp console={createPageConsole(window)} queries={createQueryClient()} />)
keepFocus(root)
