import { createRoot } from 'react-dom/client'
import '#web/styles/all.css'
import { forceStates } from './force-states.ts'
import { EXHIBIT_GROUPS } from './exhibit-groups.ts'
import Styleguide from './styleguide.tsx'

const page = document.getElementById('page')
if (page) {
  const only = new URLSearchParams(location.search).get('only')
  createRoot(page).render(<Styleguide groups={EXHIBIT_GROUPS} only={only} />)
  forceStates()
}
