import { createRoot } from 'react-dom/client'
import { EntranceApp } from './app/entrance-app'
import { createPageConsole } from './app/page-console'
import { createQueryClient } from './data/console'
import './ui/styles/console.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

createRoot(root).render(<EntranceApp console={createPageConsole(window)} queries={createQueryClient()} />)
