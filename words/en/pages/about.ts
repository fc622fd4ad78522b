/** The brand story, and the other pages of the shop's own. */

export const description = 'Redemption Wears Red. Streetwear from Saskatoon, founded 2023.'
export const breadcrumb = 'About'
export const heading = 'Our Story'
export const line = 'Redemption Wears Red.'
export const beginning = 'The Beginning'
export const beginningText =
  'Redemption was founded in 2023 in Saskatoon, Saskatchewan, with one colour and one idea: clothes for people who start over and mean it.'
export const mission = 'Our Mission'
export const missionText = 'To make streetwear that carries a story, and holds up long enough to tell it.'
export const values = [
  { name: 'Quality', text: 'Heavy cloth, clean seams, and a cut that keeps its shape.' },
  { name: 'Authenticity', text: "We make what we would wear ourselves, and tell you what it's made of." },
  { name: 'Innovation', text: 'We try new cuts and new cloth, and keep what works on the street.' },
]
export const team = 'Meet the Team'
export const teamMember = 'Team member'
/** Placeholders until the owner names the team (spec 2). */
export const roles = ['Founder', 'Design', 'Community']
export const onAMap = 'See it on a map'
export const staffPreview = 'Preview: a page as shoppers would see it.'
