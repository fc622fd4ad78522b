import { createRoot } from 'react-dom/client'
import '#web/styles/all.css'
import { pretendStates } from './force-states.ts'
import { ROOMS } from './exhibit-groups.ts'
import Styleguide from './styleguide.tsx'

const page = document.getElementById('page')
if (page) {
  const only = new URLSearchParams(location.search).get('only')
  createRoot(page).render(<Styleguide rooms={ROOMS} only={only} />)
  pretendStates()
}
