/** The brand story, and the other pages of the shop's own. */

export const description = 'Redemption s’habille en rouge. Mode urbaine de Saskatoon, depuis 2023.'
export const breadcrumb = 'À propos'
export const heading = 'Notre histoire'
export const line = 'Redemption s’habille en rouge.'
export const beginning = 'Les débuts'
export const beginningText =
  'La marque Redemption est née en 2023 à Saskatoon, en Saskatchewan, d’une couleur et d’une idée : des vêtements pour ceux et celles qui repartent à neuf, et pour de vrai.'
export const mission = 'Notre mission'
export const missionText =
  'Créer une mode urbaine qui porte une histoire et qui dure assez longtemps pour la raconter.'
export const values = [
  { name: 'Qualité', text: 'Des tissus épais, des coutures nettes et une coupe qui garde sa forme.' },
  {
    name: 'Authenticité',
    text: 'Nous créons ce que nous porterions nous-mêmes, et nous vous disons de quoi c’est fait.',
  },
  {
    name: 'Innovation',
    text: 'Nous essayons de nouvelles coupes et de nouveaux tissus, et gardons ce qui fait ses preuves dans la rue.',
  },
]
export const team = 'Notre équipe'
export const teamMember = 'Membre de l’équipe'
/** Placeholders until the owner names the team (spec 2). */
export const roles = ['Fondation', 'Création', 'Communauté']
export const onAMap = 'Voir sur une carte'
export const staffPreview = 'Aperçu : la page telle que les clients la verraient.'
